import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { sealAll } from "../../server/resources/audit/seals.ts";
import { ROLES } from "../../shared/roles.ts";
import { seed } from "../../demo/seed.ts";
import { queueNotifications } from "../../server/jobs/notifications/notifications.ts";
import { type Body, makeWorld, type World } from "../support/world.ts";

/** A Wednesday afternoon in Brussels. */
const NOW = Date.parse("2026-11-18T14:00:00.000Z");
const VISITS = 1_200;

let world: World;
let _id: string;

const rowsOf = <T>(of: World, sql: string, parameters: unknown[] = []): Promise<T[]> =>
  of.db.rows<T>({ sql, parameters });

before(async () => {
  world = await makeWorld({ copies: true });
  Object.assign(world.clock, { now: NOW, frozen: true });
  const { locations } = await seed({ db: world.db, visits: VISITS, now: NOW, secretKey: world.context.secretKey });
  _id = locations[0]?._id ?? "";
});
after(() => world.close());

describe("foyer seed, around the visits", () => {
  it("200: visits of the last days have faces, signatures and what was signed, and signed papers can be read", async () => {
    const images = await rowsOf<{ photo: string | null; visit_id: string; signature: string | null }>(
      world,
      "select * from visit_images where company_id = $1 order by visit_id",
      [_id],
    );
    const faces = images.filter(({ photo }) => photo !== null).length;
    assert.ok(faces > images.length * 0.4 && faces < images.length * 0.8, `${faces} of ${images.length}`);
    const signed = images.find(({ signature }) => signature !== null)?.visit_id ?? "";
    const { body } = await world.get(`/visitors/${signed}/agreements`);
    assert.deepEqual([body[0].name.length > 0, body[0].version], [true, 4]);
    const { body: visit } = await world.get(`/visitors/${signed}`);
    assert.deepEqual(visit.agreements, [body[0].agreement_id]);
    const paper = await world.get(`/visitors/${signed}/agreements/${body[0].agreement_id}/pdf`);
    assert.equal(paper.status, 200);
  });

  it("200: a directory that a few hosts come from, as its rules and its people say", async () => {
    const [directory] = (await world.get("/directories")).body;
    assert.deepEqual([directory.name, directory.people, directory.groups], ["Entra ID", 6, 1]);
    const { body: hosts } = await world.get(`/visitees/bycompany/${_id}`);
    assert.equal(hosts.filter((host: Body) => host.directory_id === directory._id).length, 6);
    const { body } = await world.post(`/directories/${directory._id}/sync`, {});
    assert.deepEqual(body.plan, { created: 0, changed: 0, hidden: 0, removed: 0 });
  });

  it("200: a login provider that isn't set up to the end, and is on no login page", async () => {
    const { body } = await world.get("/loginproviders");
    assert.deepEqual(
      body.map(({ name, active }: Body) => [name, active]),
      [["Microsoft", false]],
    );
  });

  it("200: mails to hosts with one that was refused, kiosks, and a webhook that is off after five failures", async () => {
    const outbox = await world.get(`/companies/${_id}/outbox?count=100&page=1`);
    const states = outbox.body.map(({ state }: { state: string }) => state);
    assert.equal(states.filter((state: string) => state === "failed").length, 1);
    assert.ok(states.length > 20);
    assert.equal((await world.get(`/companies/${_id}/devices`)).body.length, 3);
    const { body: webhook } = await world.get(`/companies/${_id}/webhooks`);
    assert.deepEqual(webhook, {});
    const { body: log } = await world.get(`/companies/${_id}/webhooks/deliveries?count=50&page=1`);
    const failed = log.filter(({ state }: { state: string }) => state === "failed");
    assert.deepEqual([failed.length, log[0].status], [5, 500]);
  });

  it("200: hosts are not notified of visits that are part of the demo, so no mail waits or fails for want of a server", async () => {
    await queueNotifications(world.context);
    const { body } = await world.get(`/companies/${_id}/outbox/health`);
    assert.deepEqual([body.waiting, body.failed], [0, 1]);
  });

  it("200: users of every role beside the administrator, without passwords, and API keys", async () => {
    const { body: users } = await world.get("/users");
    const here = users.filter(({ companies }: Body) => companies.includes(_id));
    assert.deepEqual(
      new Set(here.map(({ role }: Body) => role)),
      new Set(ROLES.filter((role) => role !== "global_admin")),
    );
    assert.equal(here.filter(({ active }: Body) => !active).length, 1);
    assert.equal((await rowsOf(world, "select 1 from users where password is not null")).length, 1);
    const { body: keys } = await world.get("/apikeys");
    assert.equal(keys.length, 4);
    assert.ok(keys.every(({ companies }: Body) => companies.includes(_id)));
  });

  it("200: an audit log whose every entry names who did it, and which holds when it is sealed", async () => {
    const { body: entries } = await world.get(`/companies/${_id}/audit`);
    const acts = new Set(entries.map(({ act }: Body) => act));
    const expected = [
      "visit.start",
      "visit.sign_out",
      "visit.approved",
      "registered_visitor.create",
      "visit_type.change",
    ];
    assert.deepEqual(
      expected.filter((act) => !acts.has(act)),
      [],
    );
    const nameless = entries.filter(
      ({ actor }: Body) => actor.name === undefined && !["poster", "host_link"].includes(actor.kind),
    );
    assert.deepEqual(nameless, []);
    const times = entries.map(({ at }: Body) => at);
    assert.deepEqual(times, times.toSorted().toReversed());
    await sealAll(world.context);
    const { body: sealed } = await world.get(`/companies/${_id}/audit/seals`);
    assert.deepEqual([sealed.entries, sealed.unsealed, sealed.findings], [entries.length, 0, []]);
  });

  it("200: some who have left ask to be erased, and one was declined", async () => {
    const { body } = await world.get(`/companies/${_id}/erasurerequests`);
    assert.deepEqual(
      body.map(({ state, inside }: Body) => [state, inside]),
      [
        ["pending", false],
        ["pending", false],
        ["declined", false],
      ],
    );
  });

  it("200: before there is an administrator no user is added, so that the set-up can still make the first user", async () => {
    const empty = await makeWorld({ copies: true });
    await empty.db.rows({ sql: "delete from users", parameters: [] });
    await seed({ db: empty.db, visits: 300, now: NOW });
    const named =
      "select 1 from users union all select 1 from api_keys union all select 1 from log where actor_kind = 'user'";
    assert.deepEqual(await rowsOf(empty, named), []);
    assert.ok((await rowsOf(empty, "select 1 from log")).length > 20);
    await empty.close();
  });
});
