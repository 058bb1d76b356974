import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { arrival, atKiosk, buildSite, type Site } from "../../../support/door.ts";
import { inviteLeader, inviteVisitor, visitorCall } from "../../../support/visitor.ts";
import { type Answer, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let site: Site;
let token: string;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world, { fields: [{ label: "Remarks", type: "textarea" }] });
  await world.put(`/companies/${site.location}`, { settings: { hosts_must_be_valid: false } });
  ({ token } = await inviteVisitor(world, site.location));
});
after(() => world.close());

const name = (length: number): string => "é".repeat(length);
const address = (length: number): string => `${"x".repeat(length - "@example.org".length)}@example.org`;
const digits = (length: number): string => `+${"1".repeat(length - 1)}`;
const MOST = { name: 500, email: 320, phone: 100, answer: 10_000 };
type Kind = keyof typeof MOST;
const VALUES: Record<Kind, (length: number) => string> = { name, email: address, phone: digits, answer: name };

type Target = {
  send: (values: Record<string, unknown>) => Promise<Answer>;
  fields: Record<string, Kind>;
  /** The field of the error, if it isn't the key itself. */
  field?: string;
  /** Kinds whose own form allows less. */
  shorter?: Kind[];
};

const PERSON: Record<string, Kind> = {
  first_name: "name",
  last_name: "name",
  company: "name",
  email: "email",
  phone: "phone",
  recipient: "name",
};
const HOST: Record<string, Kind> = { cn: "name", mail: "email", mobile: "phone", telephoneNumber: "phone" };
const ASKED: Record<string, Kind> = { first_name: "name", last_name: "name", recipient: "name", remarks: "answer" };

const TARGETS: Record<string, Target> = {
  "POST /visitors": {
    send: (values) => world.post("/visitors", { company_id: site.location, ...values }),
    fields: { ...PERSON, recipient_mail: "email", address: "answer", city: "answer" },
  },
  "PUT /visitors/{visitorId}": {
    send: async (values) => world.put(`/visitors/${(await buildVisit(world, site.location))._id}`, values),
    fields: PERSON,
  },
  "POST /knownvisitors": {
    send: (values) => world.post("/knownvisitors", { company_id: site.location, ...values }),
    fields: PERSON,
  },
  "PUT /knownvisitors/{id}": {
    send: async (values) => world.put(`/knownvisitors/${(await buildRegistered(world, site.location))._id}`, values),
    fields: PERSON,
  },
  "POST /visitees": {
    send: (values) => world.post("/visitees", { company_id: site.location, cn: "Ann", ...values }),
    fields: HOST,
  },
  "POST /companies/{company_id}/visitees/bulk, JSON": {
    send: (values) => world.post(`/companies/${site.location}/visitees/bulk`, [{ cn: "Ann" }, { cn: "Bo", ...values }]),
    fields: HOST,
    field: "[1]",
  },
  "POST /companies/{company_id}/visitees/bulk, CSV": {
    send: (values) =>
      world.call("POST", `/companies/${site.location}/visitees/bulk`, {
        raw: `cn,mail,mobile,telephoneNumber\nAnn\n${["cn", "mail", "mobile", "telephoneNumber"].map((key) => (values as Record<string, string>)[key] ?? (key === "cn" ? "Bo" : "")).join(",")}`,
        headers: { "content-type": "text/csv" },
      }),
    fields: HOST,
    field: "[1]",
  },
  "POST /users": {
    send: (values) =>
      world.post("/users", {
        email: `a${Math.random()}@example.org`,
        role: "employee",
        companies: [site.location],
        ...values,
      }),
    fields: { first_name: "name", last_name: "name", email: "email" },
  },
  "POST /kiosk/api/visits": {
    send: (answers) => atKiosk(world, site, "/visits", arrival(site, { answers })),
    fields: ASKED,
  },
  "POST /visit/api/invitation/group/members": {
    send: async (values) => {
      const { token: leader } = await inviteLeader(world, site.location);
      const body = { first_name: "Rosa", last_name: "Known", ...values };
      return visitorCall(world, "POST", "/invitation/group/members", { token: leader, body });
    },
    fields: { first_name: "name", last_name: "name", email: "email" },
  },
  "PUT /visit/api/invitation": {
    send: (answers) => visitorCall(world, "PUT", "/invitation", { token, body: { answers } }),
    fields: { first_name: "name", last_name: "name", remarks: "answer" },
  },
};

describe("the lengths of what people type (rules 2)", () => {
  for (const [call, { send, fields, field }] of Object.entries(TARGETS))
    for (const [key, kind] of Object.entries(fields))
      it(`200, 400 too_large: ${call} takes ${MOST[kind]} characters of ${key} and no more`, async () => {
        const most = await send({ [key]: VALUES[kind](MOST[kind]) });
        assert.equal(most.status, 200, most.text.slice(0, 300));
        const { status, body } = await send({ [key]: VALUES[kind](MOST[kind] + 1) });
        assert.deepEqual([status, body.code, body.field], [400, "too_large", field ?? key], body.message);
      });

  it("200: own keys have their 64 KiB together and no limit of their own", async () => {
    const { body } = await world.post("/visitors", { company_id: site.location, story: "x".repeat(60_000) });
    assert.equal(body.story.length, 60_000);
  });

  it("200: what was stored before is read, and stays when a PUT changes another field", async () => {
    const visit = await buildVisit(world, site.location);
    const visitor = await buildRegistered(world, site.location);
    const host = await world.post("/visitees", { company_id: site.location, cn: "Carla" });
    const long = "x".repeat(2_000);
    const { pool } = world.db;
    await pool.query("update visits set last_name = $1, phone = $1 where _id = $2", [long, visit._id]);
    await pool.query("update registered_visitors set last_name = $1 where _id = $2", [long, visitor._id]);
    await pool.query("update hosts set cn = $1 where _id = $2", [long, host.body._id]);
    const changed = [
      await world.put(`/visitors/${visit._id}`, { company: "Acme" }),
      await world.put(`/knownvisitors/${visitor._id}`, { company: "Acme" }),
    ];
    for (const { status, body } of changed)
      assert.deepEqual([status, body.last_name, body.company], [200, long, "Acme"]);
    const { status, body } = await world.put(`/visitees/${host.body._id}`, { sticky: true });
    assert.deepEqual([status, body.cn, body.sticky], [200, long, true]);
    assert.equal((await world.post(`/knownvisitors/${visitor._id}/signin`, {})).status, 200, "it begins a visit, too");
  });
});
