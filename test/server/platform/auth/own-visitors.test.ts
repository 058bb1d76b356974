import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { can } from "../../../../shared/roles.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { nameOf, requestOf } from "../../../security/requests.ts";
import type { Tenant } from "../../../security/tenant.ts";
import { pdfWith } from "../../resources/agreements/pictures.ts";
import { addressOf, openStream } from "../../resources/live/client.ts";
import { basic, buildLocation, buildUser, makeWorld, type World } from "../../../support/world.ts";

const CANARY = "canaryofanother";
const MINE = "visitorofmine";

/**
 * What an employee gets at a location where `employees_see` is `own`, asking for visitors of other hosts: own ones alone,
 * other records, or the answer of a missing one.
 */
const ENTRIES: Record<string, "own" | "counts" | "no visitors" | 404> = {
  "GET /companiesList": "no visitors",
  "GET /companies/{company_id}": "no visitors",
  "GET /companies/{company_id}/fields": "no visitors",
  "GET /companies/{company_id}/visittypes": "no visitors",
  "GET /companies/{company_id}/visittypes/{id}": "no visitors",
  "GET /companies/{company_id}/entrypoints": "no visitors",
  "GET /companies/{company_id}/entrypoints/{id}": "no visitors",
  "GET /companies/{company_id}/agreements": "no visitors",
  "GET /companies/{company_id}/agreements/{agreement_id}": "no visitors",
  "GET /companies/{company_id}/agreements/{agreement_id}/pdf": "no visitors",
  "GET /visitees/bycompany/{company_id}": "no visitors",
  "GET /visitees/{id}": "no visitors",
  "GET /companies/{company_id}/visitees/bulk": "no visitors",
  "GET /users/me": "no visitors",
  "GET /companies/{company_id}/events": "no visitors",
  "GET /visitors/{visitorId}": 404,
  "GET /visitors/{visitorId}/photo": 404,
  "GET /visitors/{visitorId}/timeline": 404,
  "GET /visitors/{visitorId}/agreements": 404,
  "GET /visitors/{visitorId}/agreements/{agreement_id}/pdf": 404,
  "GET /companies/{company_id}/visitors/hostreplies": "counts",
  "GET /companies/{company_id}/visitors/unseenanswers": "counts",
  "GET /companies/{company_id}/visitors/photos": "counts",
  "GET /visitors/signed_current/{company_id}": "own",
  "GET /visitors/signed_current/paged/{company_id}": "own",
  "GET /visitors/bycompany/{company_id}": "own",
  "GET /knownvisitors/bycompany/{company_id}": "own",
  "POST /knownvisitors": "own",
  "GET /knownvisitors/{id}": 404,
  "PUT /knownvisitors/{id}": 404,
  "POST /companies/{company_id}/knownvisitors/sendinvites": "counts",
  "GET /series/bycompany/{company_id}": "own",
  "POST /series": "own",
  "GET /series/{id}": 404,
  "PUT /series/{id}": 404,
  "DELETE /series/{id}": 404,
  "GET /groups/bycompany/{company_id}": "own",
  "POST /groups": "own",
  "GET /groups/{id}": 404,
  "PUT /groups/{id}": 404,
  "DELETE /groups/{id}": 404,
  "GET /companies/{company_id}/occupancy/{start}/{end}": "counts",
  "GET /companies/{company_id}/occupancy/heatmap/{start}/{end}": "counts",
  "GET /me/settings": "no visitors",
  "PUT /me/settings": "no visitors",
  "GET /me/visitors": "own",
  "POST /me/visitors/{visitorId}/approve": 404,
  "POST /me/visitors/{visitorId}/reject": 404,
  "POST /me/visitors/{visitorId}/signout": 404,
  "POST /me/visitors/{visitorId}/reply": 404,
  "DELETE /me/knownvisitors/{id}": 404,
};

const PHOTO = Buffer.from("GIF89a").toString("base64");
const me = { recipient: "Ann Peeters", recipient_mail: "ann@example.org" };
const other = { recipient: "Bo Maes", recipient_mail: "bo@example.org" };

let world: World;
let location: string;
let employee: Record<string, string>;
let shared: Record<string, string>;
let own: Record<string, string>;

const made = async (path: string, body: object): Promise<string> => {
  const answer = await world.post(path, { company_id: location, ...body });
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body._id;
};

/** A visit that waits for its host, a registered visitor, a series and a group. */
const visitorsOf = async (name: string, host: object, visit_type: string): Promise<Record<string, string>> => ({
  visit: await made("/visitors", { first_name: name, visit_type, photo: PHOTO, ...host }),
  registered_visitor: await made("/knownvisitors", { first_name: name, email: `${name}@example.org`, ...host }),
  series: await made("/series", {
    name,
    visitors: [{ first_name: name }],
    starts: { date: "2027-06-01", time: "09:00" },
    duration_minutes: 60,
    ...host,
  }),
  group: await made("/groups", { name, leader: { first_name: name }, ...host }),
});

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { settings: { employees_see: "own" } });
  const visit_type = await made(`/companies/${location}/visittypes`, { name: "Guest", screening: true });
  shared = {
    visit_type,
    entry_point: await made(`/companies/${location}/entrypoints`, { name: "Gate" }),
    agreement: await made(`/companies/${location}/agreements`, { name: "NDA", pdf: pdfWith("x").toString("base64") }),
    host: await made("/visitees", { cn: me.recipient, mail: me.recipient_mail }),
    ...(await visitorsOf(CANARY, other, visit_type)),
  };
  own = await visitorsOf(MINE, me, visit_type);
  const [email, password] = ["Ann@example.org", "a-long-enough-password"];
  await world.post("/users", { email, password, role: "employee", companies: [location] });
  employee = basic(email, password);
});
after(() => world.close());

describe("employees_see: own (rules 4)", () => {
  it("every endpoint that an employee may call has an entry", () => {
    const names = world.endpoints.filter(({ permission }) => can("employee", permission)).map(nameOf);
    assert.deepEqual(Object.keys(ENTRIES).toSorted(), names.toSorted());
  });

  it("200 or 404: of another's visitors an employee gets neither a name nor an ID, of theirs all", async () => {
    const tenant: Tenant = { location, canary: MINE, shared };
    for (const endpoint of world.endpoints) {
      const entry = ENTRIES[nameOf(endpoint)];
      if (entry === undefined) continue;
      const { method, path, options } = requestOf(endpoint, tenant);
      const body = method === "POST" && options.body !== undefined ? { body: options.body } : options;
      const answer = await world.call(method, path, { ...body, as: employee });
      assert.equal(answer.status, entry === 404 ? 404 : 200, `${nameOf(endpoint)}: ${answer.text}`);
      assert.ok(!answer.text.includes(CANARY), `${nameOf(endpoint)}: ${answer.text}`);
      for (const key of ["visit", "registered_visitor", "series", "group"])
        assert.ok(!answer.text.includes(shared[key] ?? "-"), `${nameOf(endpoint)}: ${answer.text}`);
      if (entry === "own") assert.ok(answer.text.includes(MINE), `${nameOf(endpoint)}: ${answer.text}`);
    }
  });

  it("404: the same bytes as for what never was", async () => {
    for (const path of ["/visitors/", "/knownvisitors/", "/series/", "/groups/"]) {
      const kind = { "/visitors/": "visit", "/knownvisitors/": "registered_visitor" }[path] ?? path.slice(1, -1);
      const id = shared[kind === "groups" ? "group" : kind];
      const [theirs, never] = await Promise.all(
        [id, newId(location)].map((named) => world.get(`${path}${named}`, { as: employee })),
      );
      assert.equal(theirs?.status, 404);
      assert.equal(theirs?.text, never?.text);
    }
  });

  it("200: own records, own photos and own numbers alone", async () => {
    for (const [kind, path] of [
      ["visit", "/visitors/"],
      ["registered_visitor", "/knownvisitors/"],
      ["series", "/series/"],
      ["group", "/groups/"],
    ] as const)
      assert.equal((await world.get(`${path}${own[kind]}`, { as: employee })).status, 200, kind);
    const photos = `/companies/${location}/visitors/photos?ids=${shared["visit"]},${own["visit"]}`;
    assert.deepEqual((await world.get(photos, { as: employee })).body, { ids: [own["visit"]] });
    const today = new Date(world.clock.now).toISOString().slice(0, 10);
    const day = `/companies/${location}/occupancy/${today}/${today}`;
    assert.equal((await world.get(day)).body[0].arrivals, 2);
    for (const by of ["", "?by=visit_type"]) {
      const [counted] = (await world.get(`${day}${by}`, { as: employee })).body;
      assert.deepEqual([counted.arrivals, counted.peak], [1, 1], by);
    }
    const { total } = (await world.get(`/visitors/bycompany/${location}?count=1&page=1`, { as: employee })).body;
    assert.equal(total, 1);
  });

  it("200: nothing is queued for another's registered visitor", async () => {
    const ids = [shared["registered_visitor"], own["registered_visitor"]];
    const path = `/companies/${location}/knownvisitors/sendinvites`;
    const { body } = await world.post(path, ids, { as: employee });
    assert.deepEqual([body.queued, body.skippedNoEmail], [1, 1]);
  });

  it("the stream tells of own visitors alone, also of one who is handed over, and ends when the setting changes", async () => {
    const base = `${await addressOf(world.app)}/api/companies/${location}/events`;
    const stream = await openStream(base, employee);
    const ids: string[] = [];
    for (const host of [other, me, other]) ids.push(await made("/visitors", { first_name: "X", ...host }));
    await world.put(`/visitors/${ids[1]}`, other);
    await world.put(`/visitors/${ids[1]}`, { note: "no longer theirs" });
    await made("/knownvisitors", { ...other });
    await world.put(`/companies/${location}`, { settings: { employees_see: "all" } });
    await stream.until(3);
    assert.deepEqual(
      stream.events.map(({ event, data }) => [event, data["visitorId"]]),
      [
        ["visitor_signed_in", ids[1]],
        ["visitor_updated", ids[1]],
        ["company_updated", undefined],
      ],
    );
    await stream.ended;
    await world.put(`/companies/${location}`, { settings: { employees_see: "own" } });
  });

  it("200: all visitors where employees see all, and for every other role", async () => {
    const there = `/visitors/${shared["visit"]}`;
    for (const role of ["local_admin", "receptionist", "security_guard"] as const)
      assert.equal((await world.get(there, { as: await buildUser(world, role, [location]) })).status, 200, role);
    await world.put(`/companies/${location}`, { settings: { employees_see: null } });
    assert.equal((await world.get(`/companies/${location}`)).body.settings.employees_see, "all");
    assert.equal((await world.get(there, { as: employee })).status, 200);
  });

  it("400: nothing but all and own", async () => {
    const { status } = await world.put(`/companies/${location}`, { settings: { employees_see: "none" } });
    assert.equal(status, 400);
  });
});
