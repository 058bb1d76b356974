import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  eventsOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const build = async (overrides: Record<string, unknown> = {}, of = location): Promise<Body> => {
  const answer = await world.post("/visitees", { company_id: of, cn: "Ann Peeters", ...overrides });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const read = async (id: string): Promise<Body> => (await world.get(`/visitees/${id}`)).body;
const namesIn = async (of: string, query = ""): Promise<string[]> =>
  (await world.get(`/visitees/bycompany/${of}${query}`)).body.map(({ cn }: Body) => cn);

describe("POST /visitees (interface 2.2, rules 5)", () => {
  it("200: a full name is enough; sticky and external always are", async () => {
    const { _id, create_date, mod_date, ...rest } = await build({ cn: "Jo" });
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.equal(create_date, mod_date);
    assert.deepEqual(rest, { company_id: location, cn: "Jo", sticky: false, external: false });
    assert.equal((await read(_id)).cn, "Jo");
  });

  it("200: mail is stored lower-cased, numbers and name as sent (interface 2.2, rules 4)", async () => {
    const host = await build({
      cn: "ÉLISE",
      mail: "Élise.X@Example.ORG",
      mobile: "+32 470 / 00",
      telephoneNumber: "X12",
    });
    assert.equal(host.mail, "élise.x@example.org");
    assert.deepEqual([host.cn, host.mobile, host.telephoneNumber], ["ÉLISE", "+32 470 / 00", "X12"]);
  });

  it("200: extra keys are stored unchanged, the server's own are ignored (rules 2)", async () => {
    const extra = { phone: "+1", department: { floor: 3 }, telephone_number: "x", rev: 9, doc: null, "": [], $ne: 1 };
    const own = { _id: "f".repeat(24), create_date: "2001-01-01", mod_date: 5, external: true };
    const host = await build({ ...extra, ...own });
    for (const [key, value] of Object.entries(extra)) assert.deepEqual(host[key], value, key);
    assert.notEqual(host._id, own._id);
    assert.equal(host.external, false);
    assert.ok(host.create_date > "2020" && host.mod_date === host.create_date);
    assert.deepEqual(await read(host._id), host);
  });

  it("200: a form works, blank mail and sticky are absent (rules 2)", async () => {
    const form = `company_id=${location}&cn=Form&mail=&sticky=&team[]=a&team[]=b`;
    const { status, body } = await world.call("POST", "/visitees", { form });
    assert.equal(status, 200);
    assert.ok(!("mail" in body));
    assert.equal(body.sticky, false);
    assert.deepEqual(body.team, ["a", "b"]);
    assert.equal((await world.call("POST", "/visitees", { form: `${form}&sticky=true` })).status, 400);
  });

  it("400: without cn, with a blank one, or with a value that does not fit", async () => {
    const bad: [Record<string, unknown>, string][] = [
      [{ cn: undefined }, "cn"],
      [{ cn: null }, "cn"],
      [{ cn: "" }, "cn"],
      [{ cn: "  " }, "cn"],
      [{ cn: 7 }, "cn"],
      [{ mail: "nobody" }, "mail"],
      [{ mobile: 32470 }, "mobile"],
      [{ sticky: "yes" }, "sticky"],
    ];
    for (const [overrides, field] of bad) {
      const { status, body } = await world.post("/visitees", { company_id: location, cn: "x", ...overrides });
      assert.equal(status, 400, JSON.stringify(overrides));
      assert.ok(body.message.includes(`"${field}"`), body.message);
    }
  });

  it("400 without company_id, 403 with one that is not covered (rules 1.3)", async () => {
    const as = await buildKey(world, [await buildLocation(world)]);
    assert.equal((await world.post("/visitees", { cn: "x" }, { as })).status, 400);
    assert.equal((await world.post("/visitees", { company_id: location, cn: "x" }, { as })).status, 403);
    assert.equal((await world.post("/visitees", { company_id: "nonsense", cn: "x" })).status, 403);
  });

  it("200: an Idempotency-Key creates one host and answers it is now (rules 2)", async () => {
    const body = { company_id: location, cn: "Once" };
    const headers = { "idempotency-key": "host-once" };
    const { _id } = (await world.post("/visitees", body, { headers })).body;
    await world.put(`/visitees/${_id}`, { mobile: "+1" });
    const again = await world.post("/visitees", body, { headers });
    assert.deepEqual([again.body._id, again.body.mobile], [_id, "+1"]);
    assert.equal((await namesIn(location)).filter((name) => name === "Once").length, 1);
  });
});

describe("GET /visitees/bycompany/{company_id} (interface 4.4)", () => {
  it("200: sorted by name, ignoring case and accents (rules 2)", async () => {
    const own = await buildLocation(world);
    for (const cn of ["zorro", "Émile", "olaf", "eva", "Ádele", "Zoë", "adam", "Ewan", "Ömer"])
      await build({ cn }, own);
    assert.deepEqual(await namesIn(own), ["adam", "Ádele", "Émile", "eva", "Ewan", "olaf", "Ömer", "Zoë", "zorro"]);
    assert.deepEqual(await namesIn(own, "?count=2&page=2"), ["Émile", "eva"]);
    assert.deepEqual(await namesIn(own, "?count=5&page=99999999999999"), []);
  });

  it("200: of this location only, in full", async () => {
    const own = await buildLocation(world);
    const host = await build({ sticky: true, mail: "a@example.org", badge: 7 }, own);
    const { body } = await world.get(`/visitees/bycompany/${own}`);
    assert.deepEqual(body, [host]);
  });

  it("400: an invalid count or page (rules 2)", async () => {
    for (const query of ["count=0", "count=10001", "page=0", "count=x", "count=1&count=2"])
      assert.equal((await world.get(`/visitees/bycompany/${location}?${query}`)).status, 400, query);
  });

  it("403: for a guard and for another location; an employee reads (rules 4)", async () => {
    const as = await buildUser(world, "security_guard", [location]);
    assert.equal((await world.get(`/visitees/bycompany/${location}`, { as })).status, 403);
    const employee = await buildUser(world, "employee", [location]);
    assert.equal((await world.get(`/visitees/bycompany/${location}`, { as: employee })).status, 200);
    const other = await buildLocation(world);
    assert.equal((await world.get(`/visitees/bycompany/${other}`, { as: employee })).status, 403);
  });
});

describe("PUT /visitees/{id} (rules 2.1)", () => {
  it("200: an absent key stays, null removes documented and extra ones, a sent one replaces", async () => {
    const { _id } = await build({ mail: "a@example.org", mobile: "+1", sticky: true, floor: 3, team: { a: 1 } });
    const { body } = await world.put(`/visitees/${_id}`, { mail: null, floor: null, sticky: null, team: { b: 2 } });
    const { create_date: _created, mod_date: _changed, ...rest } = body;
    assert.deepEqual(rest, {
      _id,
      company_id: location,
      cn: "Ann Peeters",
      mobile: "+1",
      sticky: false,
      external: false,
      team: { b: 2 },
    });
    assert.deepEqual(await read(_id), body);
  });

  it("200: keeps the mail lower-cased; external and another covered location are ignored", async () => {
    const other = await buildLocation(world);
    const { _id } = await build();
    const { body } = await world.put(`/visitees/${_id}`, { mail: "B@EXAMPLE.ORG", external: true, company_id: other });
    assert.deepEqual([body.mail, body.external, body.company_id], ["b@example.org", false, location]);
  });

  it("200: a change of nothing keeps mod_date (rules 2.1)", async () => {
    const host = await build({ mail: "a@example.org", floor: 3 });
    const again = await world.put(`/visitees/${host._id}`, {
      cn: host.cn,
      mail: "A@example.org",
      floor: 3,
      gone: null,
    });
    assert.deepEqual(again.body, host);
    const changed = await world.put(`/visitees/${host._id}`, { floor: 4 });
    assert.ok(changed.body.mod_date >= host.mod_date && changed.body.floor === 4);
  });

  it("400: the name can't be removed or blanked", async () => {
    const { _id } = await build();
    for (const cn of [null, "", " "]) assert.equal((await world.put(`/visitees/${_id}`, { cn })).status, 400);
  });

  it("404: unknown, or of a location that is not covered; 400: malformed", async () => {
    const { _id } = await build();
    const as = await buildKey(world, [await buildLocation(world)]);
    const unknown = await world.put(`/visitees/${"f".repeat(24)}`, { cn: "x" }, { as });
    const foreign = await world.put(`/visitees/${_id}`, { cn: "x" }, { as });
    assert.deepEqual([unknown.status, foreign.status], [404, 404]);
    assert.equal(foreign.text, unknown.text);
    assert.equal((await world.put("/visitees/nonsense", { cn: "x" }, { as })).status, 400);
  });

  it("403: for guard and employee (rules 4)", async () => {
    const { _id } = await build();
    for (const role of ["security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.put(`/visitees/${_id}`, { cn: "x" }, { as })).status, 403);
      assert.equal((await world.post("/visitees", { company_id: location, cn: "x" }, { as })).status, 403);
      assert.equal((await world.remove(`/visitees/${_id}`, { as })).status, 403);
    }
    const as = await buildUser(world, "receptionist", [location]);
    assert.equal((await world.put(`/visitees/${_id}`, { cn: "x" }, { as })).status, 200);
  });

  it("200: changes of different keys at once are all kept", async () => {
    const { _id } = await build();
    await Promise.all(["a", "b", "c", "d"].map((key) => world.put(`/visitees/${_id}`, { [key]: key })));
    const { a, b, c, d } = await read(_id);
    assert.deepEqual([a, b, c, d], ["a", "b", "c", "d"]);
  });
});

describe("DELETE /visitees/{id} (rules 5)", () => {
  it("200: gone from list and look-up, and 404 the second time; visits keep the name", async () => {
    const { _id } = await build({ cn: "Leaver", mail: "leaver@example.org" });
    const visit = await buildVisit(world, location, { recipient: "Leaver" });
    assert.equal((await world.remove(`/visitees/${_id}`)).status, 200);
    assert.equal((await world.get(`/visitees/${_id}`)).status, 404);
    assert.equal((await world.remove(`/visitees/${_id}`)).status, 404);
    assert.ok(!(await namesIn(location)).includes("Leaver"));
    const { recipient, recipient_mail } = (await world.get(`/visitors/${visit._id}`)).body;
    assert.deepEqual([recipient, recipient_mail], ["Leaver", "leaver@example.org"]);
  });
});

describe("company_updated (interface 6.2, rules 5): hosts, keys and users", () => {
  it("200: none of them fires it", async () => {
    const own = await buildLocation(world);
    const { _id } = await build({}, own);
    await world.put(`/visitees/${_id}`, { cn: "Other" });
    await world.remove(`/visitees/${_id}`);
    await world.post(`/companies/${own}/visitees/bulk`, [{ cn: "Ext" }]);
    await buildKey(world, [own]);
    await buildUser(world, "receptionist", [own]);
    assert.deepEqual(await eventsOf(world, own), []);
  });
});
