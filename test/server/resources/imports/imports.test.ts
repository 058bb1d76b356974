import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { runImports } from "../../../../server/resources/imports/run.ts";
import { indexVisits } from "../../../../server/resources/visits/indexing.ts";
import { spreadsheet } from "../../../../shared/spreadsheet.ts";
import { type Answer, type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const path = (of: string): string => `/companies/${of}/imports`;
const send = (raw: string | Buffer, query: string, of = location, type = "text/csv"): Promise<Answer> =>
  world.call("POST", `${path(of)}?${query}`, { raw, headers: { "content-type": type } });

const finish = async (): Promise<void> => runImports(world.context, new AbortController().signal);

/** Sends a file, runs it and reads the outcome. */
const bring = async (raw: string | Buffer, query: string, of = location): Promise<Body> => {
  const sent = await send(raw, query, of);
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  const run = await world.post(`${path(of)}/${sent.body._id}/run`);
  assert.equal(run.body["state"], "running", JSON.stringify(run.body));
  await finish();
  return (await world.get(`${path(of)}/${sent.body._id}`)).body;
};

const LOG = [
  "Full name,Email,Company,Host,Purpose of visit,Sign in,Sign out",
  "Jo Janssens,jo@example.org,Acme,Ann Peeters,Interview,2026-03-02 09:00,2026-03-02 10:30",
  '"Groß, Jürgen",,Bäcker & Co,Ann Peeters,Interview,2026-03-03 09:00,2026-03-03 11:00',
  "Late Lee,not an address,,Ann Peeters,,2026-03-04 09:00,",
  "Back Wards,,,Ann Peeters,,2026-03-05 09:00,2026-03-05 08:00",
  "",
].join("\n");

const visitsOf = async (of: string): Promise<Body[]> =>
  (await world.get(`/visitors/bycompany/${of}?count=100&page=1`)).body["visitors"] as Body[];

describe("visits: the log of another product (decision 0066)", () => {
  it("200: a file is recognised, and nothing is written before it is run", async () => {
    const own = await buildLocation(world);
    const { status, body } = await send(LOG, "target=visits&filename=envoy.csv", own);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body["state"], body["preset"], body["rows"]], ["mapped", "envoy-log", 4]);
    assert.deepEqual(body["mapping"], {
      "Full name": "name",
      Email: "email",
      Company: "company",
      Host: "recipient",
      "Purpose of visit": "visit_type",
      "Sign in": "signed_in",
      "Sign out": "signed_out",
    });
    assert.equal((await visitsOf(own)).length, 0);
    const dry = await world.post(`${path(own)}/${body._id}/dry-run`);
    assert.equal(dry.status, 200, JSON.stringify(dry.body));
    const { created, changed, same, rejected, retention, problems, samples } = dry.body;
    assert.deepEqual(
      { created, changed, same, rejected, retention },
      { created: 2, changed: 0, same: 0, rejected: 2, retention: 0 },
    );
    assert.deepEqual(
      (problems as Body[]).map(({ row, column }) => [row, column]),
      [
        [3, "Email"],
        [4, "Sign out"],
      ],
    );
    assert.equal((samples as { record: Body }[])[0]?.record["signed_in"], "2 March 2026 at 09:00");
    assert.equal((await visitsOf(own)).length, 0);
  });

  it("a run writes visits without events, and creates the visit type that is missing", async () => {
    const own = await buildLocation(world);
    const types = (await world.get(`/companies/${own}/visittypes`)).body as unknown as Body[];
    const before = await world.db.pool.query(
      "select count(*)::integer as n from log where company_id = $1 and event like 'visitor%'",
      [own],
    );
    const { state, result } = await bring(LOG, "target=visits", own);
    assert.equal(state, "done");
    assert.deepEqual(result, { created: 2, changed: 0, same: 0, rejected: 2, retention: 0, visit_types: 1 });
    const visits = await visitsOf(own);
    assert.deepEqual(
      visits.map(({ first_name, last_name }) => [first_name, last_name]),
      [
        ["Jürgen", "Groß"],
        ["Jo", "Janssens"],
      ],
    );
    const after = (await world.get(`/companies/${own}/visittypes`)).body as unknown as Body[];
    assert.equal(after.length, types.length + 1);
    assert.equal(visits[0]?.["visit_type"], after.find(({ name }) => name === "Interview")?._id);
    const events = await world.db.pool.query(
      "select count(*)::integer as n from log where company_id = $1 and event like 'visitor%'",
      [own],
    );
    assert.deepEqual(events.rows, before.rows);
  });

  it("the same file again, and one that overlaps it, double nothing", async () => {
    const own = await buildLocation(world);
    await bring(LOG, "target=visits", own);
    assert.deepEqual((await bring(LOG, "target=visits", own))["result"], {
      created: 0,
      changed: 0,
      same: 2,
      rejected: 2,
      retention: 0,
    });
    const more = `${LOG}New One,,,Ann Peeters,,2026-03-06 09:00,\n`;
    assert.equal((await bring(more, "target=visits", own))["result"]["created"], 1);
    assert.equal((await visitsOf(own)).length, 3);
  });

  it("an erased visit does not come back", async () => {
    const own = await buildLocation(world);
    await bring(LOG, "target=visits", own);
    const [visit] = await visitsOf(own);
    await world.call("DELETE", `/visitors/${visit?._id}`);
    assert.equal((await bring(LOG, "target=visits", own))["result"]["same"], 2);
    assert.equal((await visitsOf(own)).length, 1);
  });

  it("the rejected rows come back as they were, with the reason, and can be corrected and sent again", async () => {
    const own = await buildLocation(world);
    const { _id } = await bring(LOG, "target=visits", own);
    const file = (await world.call("GET", `${path(own)}/${_id}/errors`)).text;
    const lines = file.split("\r\n");
    assert.match(lines[0] ?? "", /^\ufeffFull name,Email,.*,Sign out,why$/);
    assert.match(lines[1] ?? "", /^Late Lee,not an address,,Ann Peeters,,2026-03-04 09:00,,.*email address/);
    const again = await bring(
      file.replace("not an address", "lee@example.org").replace("08:00", "18:00"),
      "target=visits",
      own,
    );
    assert.deepEqual([again["result"]["created"], again["result"]["rejected"]], [2, 0]);
    assert.equal((await visitsOf(own)).length, 4);
  });

  it("an undo removes what was not changed since, names the rest, and the file can be sent again", async () => {
    const own = await buildLocation(world);
    const { _id } = await bring(LOG, "target=visits", own);
    const [changed] = await visitsOf(own);
    await world.put(`/visitors/${changed?._id}`, { phone: "+3225550100" });
    const { body } = await world.post(`${path(own)}/${_id}/undo`);
    assert.deepEqual(body, { removed: 1, kept: [{ _id: changed?._id, reason: "changed_since" }] });
    assert.equal((await world.get(`${path(own)}/${_id}`)).body["state"], "undone");
    assert.equal((await world.post(`${path(own)}/${_id}/undo`)).status, 400);
    assert.equal((await bring(LOG, "target=visits", own))["result"]["created"], 1);
  });

  it("rows beyond retention are counted and not stored; the doubled and the missing hour are reported", async () => {
    const own = await buildLocation(world);
    await world.put(`/companies/${own}`, { settings: { retention_days: 365 }, timezone: "Europe/Brussels" });
    const day = new Date(world.clock.now - 20 * 86_400_000).getUTCFullYear();
    const rows = [
      "Name,Sign in",
      "Old,2001-05-05 10:00",
      `New,${new Date(world.clock.now - 5 * 86_400_000).toISOString()}`,
    ];
    const { result } = await bring(rows.join("\n"), "target=visits", own);
    assert.deepEqual([result["retention"], result["created"]], [1, 1], String(day));
    const zone = await buildLocation(world);
    await world.put(`/companies/${zone}`, { timezone: "Europe/Brussels" });
    const hours = "Name,Sign in\nAnn,2025-10-26 02:30\nBob,2025-03-30 02:30\nCas,2025-06-01 02:30\n";
    const { result: hour } = await bring(hours, "target=visits", zone);
    assert.deepEqual([hour["doubled_hour"], hour["missing_hour"], hour["created"]], [1, 1, 3]);
    assert.deepEqual(
      (await visitsOf(zone)).map(({ signed_in }) => signed_in),
      ["2025-10-26T00:30:00.000Z", "2025-06-01T00:30:00.000Z", "2025-03-30T01:30:00.000Z"],
    );
  });

  it("days and months are proved by the column, or else taken from the country", async () => {
    const american = await buildLocation(world);
    await world.put(`/companies/${american}`, { timezone: "America/Chicago" });
    const doubtful = await send("Name,Sign in\nAmy,05/06/2026 09:00\n", "target=visits", american);
    assert.deepEqual(doubtful.body["understood"]["dates"], {
      "Sign in": { order: "month_first", by: "country" },
    });
    const proved = await send("Name,Sign in\nAmy,05/06/2026 09:00\nBob,13/06/2026 09:00\n", "target=visits", american);
    assert.deepEqual(proved.body["understood"]["dates"], { "Sign in": { order: "day_first", by: "file" } });
  });

  it("a large file is found by its words when it has been indexed", async () => {
    const own = await buildLocation(world);
    const rows = Array.from(
      { length: 6_000 },
      (_, n) => `Person ${n},2025-01-01T${String(n % 24).padStart(2, "0")}:00:00Z,Host ${n % 7}`,
    );
    const { result } = await bring(`Name,Sign in,Host\n${rows.join("\n")}\n`, "target=visits", own);
    assert.equal(result["created"], 6_000);
    await indexVisits(world.context, new AbortController().signal);
    const found = await world.get(`/visitors/bycompany/${own}?count=10&page=1&filter[last_name]=5999`);
    assert.equal(found.body["total"], 1);
    assert.equal((await world.get(`/visitors/bycompany/${own}?count=1&page=1`)).body["total"], 6_000);
    const { rows: left } = await world.db.pool.query("select from import_parts where company_id = $1", [own]);
    assert.equal(left.length, 0);
  });

  it("400: another state, an unknown column, an unknown target, and a file without a table", async () => {
    const { body } = await send(LOG, "target=visits");
    assert.equal((await world.put(`${path(location)}/${body._id}`, { mapping: { Nothing: "name" } })).status, 400);
    assert.equal((await world.put(`${path(location)}/${body._id}`, { mapping: { Email: "email" } })).status, 200);
    assert.equal((await send(LOG, "target=watchlist")).status, 400);
    const open = await send('Name,Sign in\n"Ann,2026-01-01\n', "target=visits");
    assert.deepEqual([open.status, open.body["message"]], [400, "Line 2: A quotation mark is not closed."]);
    assert.equal((await send(Buffer.from("PK\u0003\u0004nothing"), "target=visits")).status, 400);
    assert.equal((await send(LOG, "target=visits", location, "text/html")).status, 415);
  });
});

describe("hosts and registered visitors", () => {
  it("Excel's CSV keeps its umlauts; a workbook is recognised whatever it is called", async () => {
    const own = await buildLocation(world);
    const file = Buffer.from(
      "cn;telephoneNumber;mobile;mail\r\nJürgen Größe;+49 30 1;;J.Groesse@example.org\r\n",
      "latin1",
    );
    const sent = await send(file, "target=hosts", own);
    assert.deepEqual(sent.body["understood"], { encoding: "windows-1252", separator: ";", heading_row: 1, dates: {} });
    assert.equal((await bring(file, "target=hosts", own))["result"]["created"], 1);
    const headers = ["Name", "Email"].map((text) => ({ text, width: 20 }));
    const book = await spreadsheet([{ name: "Hosts", headers, rows: [["Zoë Ijspeert", "zoe@example.org"]] }]);
    assert.equal((await bring(Buffer.from(book), "target=hosts", own))["result"]["created"], 1);
    const hosts = (await world.get(`/visitees/bycompany/${own}`)).body as unknown as Body[];
    assert.deepEqual(
      hosts.map(({ cn, mail }) => [cn, mail]),
      [
        ["Jürgen Größe", "j.groesse@example.org"],
        ["Zoë Ijspeert", "zoe@example.org"],
      ],
    );
  });

  it("hosts are created, changed and left alone; an undo removes those that are new", async () => {
    const own = await buildLocation(world);
    await world.post("/visitees", { company_id: own, cn: "Ann Peeters", mail: "ann@example.org" });
    const file =
      "Name,Email,Mobile phone\nAnn Peeters,ann@example.org,+321\nBo Chen,team@example.org,\nAda Byron,team@example.org,\nBo Chen,team@example.org,\n";
    const sent = await send(file, "target=hosts", own);
    const dry = (await world.post(`${path(own)}/${sent.body._id}/dry-run`)).body;
    const done = await bring(file, "target=hosts", own);
    const { created, changed, same } = done["result"] as Record<string, number>;
    assert.deepEqual([created, changed, same], [2, 1, 1]);
    assert.deepEqual([dry["created"], dry["changed"], dry["same"]], [2, 1, 1]);
    assert.equal((await bring(file, "target=hosts", own))["result"]["same"], 4);
    const { body } = await world.post(`${path(own)}/${done._id}/undo`);
    assert.equal(body["removed"], 2);
    assert.deepEqual(
      (body["kept"] as Body[]).map(({ reason }) => reason),
      ["was_there_before"],
    );
  });

  it("registered visitors of a file that is sent twice are there once", async () => {
    const own = await buildLocation(world);
    const file = "First name\tLast name\tEmail\tDate\nAmy\tOne\tamy@example.org\t2027-05-06\nCompany\tOnly\t\t\n";
    assert.equal((await bring(file, "target=known_visitors", own))["result"]["created"], 2);
    assert.equal((await bring(file, "target=known_visitors", own))["result"]["same"], 2);
    const page = (await world.get(`/knownvisitors/bycompany/${own}?count=10&page=1`)).body;
    assert.equal(page["total"], 2);
  });
});
