import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { nameOf, requestOf, rowOf } from "../../../security/requests.ts";
import { makeObject, makeTenant, type Tenant } from "../../../security/tenant.ts";
import { ADMIN, type Answer, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let tenant: Tenant;

before(async () => {
  world = await makeWorld();
  tenant = await makeTenant(world);
});
after(() => world.close());

const tagIn = ({ headers }: Answer): string => String(headers["etag"]);

/** A valid request to change or remove a record made for it. */
const prepared = async (endpoint: Endpoint) => {
  const row = rowOf(endpoint);
  const removes = row.removesLocation === true || row.removesWebhook === true;
  const subject = removes ? await makeTenant(world) : tenant;
  const { object } = row;
  const shared: Partial<Record<string, string>> =
    object === undefined ? {} : { [object]: await makeObject(world, subject, object) };
  const { method, path, options } = requestOf(endpoint, { ...subject, shared: { ...subject.shared, ...shared } });
  // `/me` is about visitors of the caller's own.
  if (row.own === 404)
    await world.db.pool.query(
      "update registered_visitors set extra = extra || jsonb_build_object('recipient_mail', $1::text) where _id = $2",
      [ADMIN.email, shared["registered_visitor"]],
    );
  return (ifMatch: string, named = path): Promise<Answer> =>
    world.call(method, named, { ...options, headers: { "if-match": ifMatch } });
};

/** The records that are read by themselves: how each is read, and a change of it. */
const records = (): Record<string, { path: string; change: (n: number) => object }> => {
  const { location, shared } = tenant;
  const place = `/companies/${location}`;
  const name = (n: number) => ({ name: `Another ${n}` });
  return {
    visit: { path: `/visitors/${shared.visit}`, change: (n) => ({ city: `City ${n}` }) },
    registered_visitor: { path: `/knownvisitors/${shared.registered_visitor}`, change: (n) => ({ note: n }) },
    host: { path: `/visitees/${shared.host}`, change: (n) => ({ telephoneNumber: String(n) }) },
    visit_type: {
      path: `${place}/visittypes/${shared.visit_type}`,
      change: (n) => ({ translations: { name: { nl: `N ${n}` } } }),
    },
    entry_point: { path: `${place}/entrypoints/${shared.entry_point}`, change: name },
    agreement: {
      path: `${place}/agreements/${shared.agreement}`,
      change: (n) => ({ agreement_text: { fr: `F ${n}` } }),
    },
    device: { path: `${place}/devices/${shared.device}`, change: name },
    location: { path: place, change: (n) => ({ city: `City ${n}` }) },
    user: { path: `/users/${shared.user}`, change: (n) => ({ first_name: `Ann ${n}` }) },
    webhook: { path: `${place}/webhooks`, change: (n) => ({ url: `http://127.0.0.1:9/${n}` }) },
  };
};

describe("every PUT and DELETE with If-Match (rules 2; RFC 9110, 13.1.1)", () => {
  it("412 for another state and for weak tags, 404 for what is not there, 200 for any; 400 and 403 come first", async () => {
    const writes = world.endpoints.filter(({ method }) => method === "PUT" || method === "DELETE");
    assert.ok(writes.length > 20);
    for (const endpoint of writes) {
      const label = nameOf(endpoint);
      const send = await prepared(endpoint);
      for (const other of ['"another"', "unquoted", "", 'W/"another"', '"a", "b"']) {
        const answer = await send(other);
        assert.equal(answer.status, 412, `${label} ${other}: ${answer.text}`);
        assert.equal(answer.body.code, "changed");
      }
      const path = requestOf(endpoint, tenant, { object: newId(tenant.location) }).path;
      if (rowOf(endpoint).object !== undefined) assert.equal((await send('"another"', path)).status, 404, label);
      const any = await send("*");
      assert.equal(any.status, 200, `${label}: ${any.text}`);
    }
  });

  it("403 and 400 come before 412", async () => {
    const path = `/visitees/${tenant.shared.host}`;
    const headers = { "if-match": '"another"' };
    assert.equal((await world.put(path, { cn: "x" }, { headers, as: {} })).status, 403);
    assert.equal((await world.put(path, { mail: "no mail" }, { headers })).status, 400);
  });
});

describe("one record (rules 2: ETag, If-None-Match, If-Match)", () => {
  it("200: its tag stays while it does, changes with it, and is the same however it was read or written", async () => {
    for (const [name, { path, change }] of Object.entries(records())) {
      const first = await world.get(path);
      assert.match(tagIn(first), /^"[\w-]{22}"$/, name);
      assert.equal(tagIn(await world.get(path)), tagIn(first), name);
      const written = await world.put(path, change(1), { headers: { "if-match": tagIn(first) } });
      assert.equal(written.status, 200, `${name}: ${written.text}`);
      assert.notEqual(tagIn(written), tagIn(first), name);
      assert.equal(tagIn(await world.get(path)), tagIn(written), name);
      assert.equal(tagIn(await world.put(path, change(1))), tagIn(written), `${name}: nothing changed`);
      const late = await world.put(path, change(2), { headers: { "if-match": tagIn(first) } });
      assert.equal(late.status, 412, name);
      assert.equal(
        (await world.put(path, change(2), { headers: { "if-match": `"x", ${tagIn(written)}` } })).status,
        200,
      );
    }
  });

  it("412: the weak form of the right tag, and 200 for that of a packed answer", async () => {
    for (const [name, { path, change }] of Object.entries(records())) {
      const tag = tagIn(await world.get(path));
      assert.equal((await world.put(path, change(3), { headers: { "if-match": `W/${tag}` } })).status, 412, name);
      const packed = `${tag.slice(0, -1)}-gzip"`;
      assert.equal((await world.put(path, change(3), { headers: { "if-match": packed } })).status, 200, name);
    }
  });

  it("304: for its tag, strong or weak, in a list or for any; not of what also shows what others do: a device when it was seen, a registered visitor the last visit", async () => {
    for (const [name, { path }] of Object.entries(records())) {
      const tag = tagIn(await world.get(path));
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
        const { status, text, headers } = await world.get(path, { headers: { "if-none-match": known } });
        if (name === "device" || name === "registered_visitor") assert.equal(status, 200, name);
        else assert.deepEqual([status, text, headers["content-type"]], [304, "", undefined], `${name} ${known}`);
      }
      assert.equal((await world.get(path, { headers: { "if-none-match": '"x"' } })).status, 200, name);
    }
  });

  it("200: a new record has the tag that it is read with, in whatever language", async () => {
    const place = `/companies/${tenant.location}`;
    const created: [string, string, object][] = [
      [
        "/visitors",
        "/visitors",
        { company_id: tenant.location, agreements: [tenant.shared.agreement], photo: "aGVsbG8=" },
      ],
      ["/knownvisitors", "/knownvisitors", { company_id: tenant.location, visiting_on: { startDate: "2026-11-21" } }],
      ["/visitees", "/visitees", { company_id: tenant.location, cn: "New Host", extra: { b: 1, a: [2] } }],
      [
        `${place}/visittypes`,
        `${place}/visittypes`,
        { name: "New", fields: [{ label: "One" }], translations: { name: { nl: "Nieuw", de: "Neu" } } },
      ],
      [`${place}/entrypoints`, `${place}/entrypoints`, { name: "New", translations: { name: { nl: "Nieuw" } } }],
      [`${place}/agreements`, `${place}/agreements`, { name: "New", agreement_text: { nl: "tekst", en: "text" } }],
      [
        "/users",
        "/users",
        {
          email: "new@example.org",
          password: "a-long-enough-password",
          role: "receptionist",
          companies: [tenant.location],
        },
      ],
      ["/companies", "/companies", { name: "New", settings: { signout_days: 2 } }],
    ];
    for (const [path, read, body] of created) {
      const made = await world.post(path, body);
      assert.equal(made.status, 200, made.text);
      const found = await world.get(`${read}/${made.body._id}?language_id=nl`);
      assert.equal(tagIn(made), tagIn(found), path);
      assert.equal(tagIn(found), tagIn(await world.get(`${read}/${made.body._id}`)), path);
    }
  });

  it("412: what else changes a record changes its tag: signing out, a mark, a new agreement of a visit type", async () => {
    const { _id } = await buildVisit(world, tenant.location);
    const tags = [tagIn(await world.get(`/visitors/${_id}`))];
    await world.post(`/companies/${tenant.location}/visitors/safe`, { ids: [_id] });
    tags.push(tagIn(await world.get(`/visitors/${_id}`)));
    const out = await world.post(`/visitors/${_id}/signout`, {});
    tags.push(tagIn(out));
    assert.equal(new Set(tags).size, 3);
    assert.equal(tagIn(await world.get(`/visitors/${_id}`)), tagIn(out));
    const type = `/companies/${tenant.location}/visittypes/${tenant.shared.visit_type}`;
    const before_ = tagIn(await world.get(type));
    await world.post(`/companies/${tenant.location}/agreements`, {
      name: "More",
      visit_types: [tenant.shared.visit_type],
    });
    assert.equal((await world.put(type, { index: 5 }, { headers: { "if-match": before_ } })).status, 412);
  });

  it("200: an API key that is used keeps its tag; one that is changed does not", async () => {
    const made = await world.post("/apikeys", { name: "tagged", companies: [tenant.location] });
    await world.get("/companiesList", { as: { authorization: `Bearer ${made.body.key}` } });
    const path = `/apikeys/${made.body._id}`;
    const renamed = await world.put(path, { name: "again" }, { headers: { "if-match": tagIn(made) } });
    assert.equal(renamed.status, 200, renamed.text);
    const remove = (tag: string) => world.remove(path, { headers: { "if-match": tag } });
    assert.equal((await remove(tagIn(made))).status, 412);
    assert.equal((await remove(tagIn(renamed))).status, 200);
  });

  it("412: of ten changes at once that name the same state one is made, whatever the record", async () => {
    for (const [name, { path, change }] of Object.entries(records())) {
      const tag = tagIn(await world.get(path));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => world.put(path, change(n + 10), { headers: { "if-match": tag } })),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      assert.deepEqual(statuses, [200, ...Array<number>(9).fill(412)], name);
    }
  });

  it("412 or 404: of changes and removals at once that name the same state one is made", async () => {
    for (let n = 0; n < 5; n += 1) {
      const visit = await world.get(`/visitors/${(await buildVisit(world, tenant.location))._id}`);
      const path = `/visitors/${visit.body._id}`;
      const headers = { "if-match": tagIn(visit) };
      const answers = await Promise.all([
        world.put(path, { city: "A" }, { headers }),
        world.remove(path, { headers }),
        world.put(path, { city: "B" }, { headers }),
        world.remove(path, { headers }),
      ]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.ok(answers.every(({ status }) => [200, 404, 412].includes(status)));
    }
  });

  it("200: a repetition with its Idempotency-Key answers as the first, though the tag is an old one by then", async () => {
    const { _id } = await buildVisit(world, tenant.location);
    const tag = tagIn(await world.get(`/visitors/${_id}`));
    const headers = { "if-match": tag, "idempotency-key": "with-if-match" };
    const first = await world.put(`/visitors/${_id}`, { city: "Once" }, { headers });
    const again = await world.put(`/visitors/${_id}`, { city: "Once" }, { headers });
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
    assert.equal(tagIn(again), tagIn(first));
    const other = { ...headers, "idempotency-key": "refused-first" };
    assert.equal((await world.put(`/visitors/${_id}`, { city: "Twice" }, { headers: other })).status, 412);
    const right = { ...other, "if-match": tagIn(first) };
    assert.equal((await world.put(`/visitors/${_id}`, { city: "Twice" }, { headers: right })).status, 200);
  });

  it("200: a disabled webhook that reads as none is changed by the tag it reads with", async () => {
    const path = `/companies/${tenant.location}/webhooks`;
    await world.put(path, { enabled: false });
    const read = await world.get(path);
    assert.deepEqual(read.body, {});
    assert.equal((await world.put(path, { enabled: true }, { headers: { "if-match": tagIn(read) } })).status, 200);
    assert.equal((await world.put(path, { enabled: true }, { headers: { "if-match": tagIn(read) } })).status, 412);
  });

  it("200: lists, and what is not a record, have no tag", async () => {
    const { location } = tenant;
    const paths = [
      "/companiesList",
      `/visitors/signed_current/${location}`,
      `/companies/${location}/statistics/2026-11-21`,
    ];
    for (const path of paths) assert.equal((await world.get(path)).headers["etag"], undefined, path);
  });
});
