import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { iso } from "../../../../server/platform/lib/time/time.ts";
import { buildKey, buildLocation, buildUser, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { byHeader, readWorkbook, type Workbook } from "./workbook.ts";

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { name: "Hôtel de Ville / Gent", timezone: "Europe/Brussels" });
});
after(() => world.close());

const pathOf = (query = "", at = location): string => `/visitors/export/bycompany/${at}${query && `?${query}`}`;

/** The export as a file that was read, with its headers. */
const exported = async (query = "", at = location): Promise<Workbook & { headers: Record<string, unknown> }> => {
  const response = await world.app.inject({ url: `/api${pathOf(query, at)}`, headers: world.admin });
  assert.equal(response.statusCode, 200, response.body);
  return { ...readWorkbook(response.rawPayload), headers: response.headers };
};

const headersOf = ({ rows }: Workbook): unknown[] => rows[0]?.map((cell) => cell?.value) ?? [];

/** The values below a header, row by row. */
const column = (book: Workbook, header: string): unknown[] =>
  book.rows.slice(1).map((_, n) => byHeader(book, n + 1)[header]);

describe("GET /visitors/export/bycompany/{company_id} (interface 4.2, rules 5)", () => {
  it("200: an attachment of the right type, named after the location and its day (interface 4.2)", async () => {
    Object.assign(world.clock, { now: Date.parse("2026-11-21T23:30:00Z"), frozen: true });
    const { headers } = await exported();
    world.clock.frozen = false;
    assert.equal(headers["content-type"], TYPE);
    assert.equal(headers["content-disposition"], 'attachment; filename="visitors-Hotel-de-Ville-Gent-2026-11-22.xlsx"');
    assert.equal(headers["x-content-type-options"], "nosniff");
  });

  it("200: the console's columns in their order, without photo, signature and ids (interface 2.1, rules 5)", async () => {
    assert.deepEqual(headersOf(await exported("", await buildLocation(world))), [
      ..."First name,Last name,Company,Email,Phone,Street address,Postcode,City,Host,Host's email".split(","),
      ..."Visit type,Entrance,Signed in,Signed out,Sign-in method,Sign-out method,Approval,Safe".split(","),
      ..."Visitor number,Signed in by,Signed out by,Language,Last changed".split(","),
    ]);
  });

  it("200: a visit in full, each value in its column, ids as names, words in the language (interface 4.2)", async () => {
    const at = await buildLocation(world, { settings: { visitor_numbers: true } });
    const fields = [{ label: "Badge?", translations: { label: { nl: "Pas?" } } }];
    const type = await world.post(`/companies/${at}/visittypes`, { name: "Guest", screening: true, fields });
    const door = await world.post(`/companies/${at}/entrypoints`, {
      name: "Front",
      translations: { name: { nl: "Voordeur" } },
    });
    const visit = await buildVisit(world, at, {
      company: "Acme",
      email: "jo@acme.example",
      phone: "+32",
      address: "Main 1",
      zip_code: "0100",
      city: "Mons",
      recipient: "Ann",
      recipient_mail: "ann@acme.example",
      language_id: "fr",
      safe: true,
      badge: "007",
      visit_type: type.body._id,
      entrypoint_id: door.body._id,
      photo: "AAAA",
      signature: "BBBB",
      odd: "hidden",
      signed_in: "2026-01-02T03:04:05.678Z",
    });
    await world.post(`/visitors/${visit._id}/approve`);
    const { body: now } = await world.post(`/visitors/${visit._id}/signout`, { signed_out: "2026-01-02T04:00:00Z" });
    const book = await exported("language_id=NL-be", at);
    const shown = (text: string): string => text.replace("T", " ").slice(0, 19);
    assert.deepEqual(byHeader(book, 1), {
      Voornaam: "Jo",
      Achternaam: "Janssens",
      Bedrijf: "Acme",
      "E-mail": "jo@acme.example",
      Telefoon: "+32",
      Adres: "Main 1",
      Postcode: "0100",
      Plaats: "Mons",
      Contactpersoon: "Ann",
      "E-mail contactpersoon": "ann@acme.example",
      Bezoektype: "Guest",
      Ingang: "Voordeur",
      Aangemeld: "2026-01-02 03:04:05",
      Afgemeld: "2026-01-02 04:00:00",
      "Aangemeld via": "Receptie of API",
      "Afgemeld via": "Receptie of API",
      Beslissing: "Goedgekeurd",
      Veilig: true,
      Bezoekersnummer: 1,
      "Aangemeld door": now.signed_in_user,
      "Afgemeld door": now.signed_out_user,
      Taal: "fr",
      "Laatste wijziging": shown(now.mod_date),
      "Pas?": "007",
    });
    for (const secret of [visit._id, at, type.body._id, door.body._id, "AAAA", "BBBB", "hidden"])
      assert.ok(!book.xml.includes(secret), `${secret} is not in the file`);
  });

  it("200: headers in each language, others and unknown ones in English (interface 4.2, rules 2)", async () => {
    const at = await buildLocation(world, { default_language: "fr" });
    const first = async (query: string): Promise<unknown> => headersOf(await exported(query, at))[0];
    const asked = {
      "": "First name",
      nl: "Voornaam",
      fr: "Prénom",
      de: "Vorname",
      "de-AT": "Vorname",
      xx: "First name",
    };
    for (const [language, header] of Object.entries(asked))
      assert.equal(await first(language === "" ? "" : `language_id=${language}`), header, language);
    assert.equal((await exported("language_id=de", at)).sheet, "Besucher");
  });

  it("200: a column per custom field of any visit type, once, in the language; answers in their types (rules 4, 5)", async () => {
    const at = await buildLocation(world, { timezone: "Asia/Tokyo" });
    const label = (en: string, type = "text") => ({ label: en, type });
    const fields = ["Plate", "Count", "Agreed", "Tools", "Deep"].map((name) => label(name));
    await world.post(`/companies/${at}/visittypes`, {
      name: "A",
      fields: [...fields, label("Born", "date"), label("At", "date")],
    });
    await world.post(`/companies/${at}/visittypes`, {
      name: "B",
      index: 1,
      fields: [label("Plate"), { label: "Floor" }],
    });
    const answers = { plate: "0012", count: 3.5, agreed: false, tools: ["saw", 2], deep: { a: [1] }, floor: "4" };
    await buildVisit(world, at, { ...answers, born: "2001-02-03", at: "2026-05-01T20:00:00Z" });
    const book = await exported("", at);
    const row = byHeader(book, 1);
    const names = ["Plate", "Count", "Floor", "Agreed", "Tools", "Deep", "Born", "At"];
    assert.deepEqual(headersOf(book).slice(23), names);
    assert.deepEqual([row["Plate"], row["Count"], row["Agreed"], row["Floor"]], ["0012", 3.5, false, "4"]);
    assert.deepEqual([row["Tools"], row["Deep"]], ["saw, 2", '{"a":[1]}']);
    assert.deepEqual([row["Born"], row["At"]], ["2001-02-03 00:00:00", "2026-05-02 05:00:00"]);
  });

  it("200: times are date cells on the location's clock, in summer, in winter and in the hour that comes twice (interface 1)", async () => {
    const at = await buildLocation(world, { timezone: "Europe/Brussels" });
    const moments = {
      "2026-10-25T00:30:00Z": "2026-10-25 02:30:00",
      "2026-10-25T01:30:00Z": "2026-10-25 02:30:00",
      "2026-03-29T00:59:59Z": "2026-03-29 01:59:59",
      "2026-03-29T01:00:00Z": "2026-03-29 03:00:00",
      "2025-12-31T23:30:00Z": "2026-01-01 00:30:00",
      "1969-07-20T20:17:40Z": "1969-07-20 21:17:40",
      "1900-03-01T00:00:00Z": "1900-03-01 00:00:00",
    };
    for (const signed_in of Object.keys(moments)) await buildVisit(world, at, { signed_in });
    const book = await exported("sorting[signed_in]=asc", at);
    assert.deepEqual(column(book, "Signed in"), Object.values(moments).toSorted());
    const cells = book.rows.slice(1).map((row) => row[12]);
    for (const cell of cells)
      assert.deepEqual([cell?.kind, Reflect.get(cell ?? {}, "format")], ["moment", "yyyy\\-mm\\-dd\\ hh:mm:ss"]);
  });

  it("200: what the format can't count is text: days before March 1900, numbers beyond its range (rules 5)", async () => {
    const at = await buildLocation(world);
    await world.post(`/companies/${at}/visittypes`, { name: "A", fields: [{ label: "Sum" }] });
    await buildVisit(world, at, { signed_in: "1900-02-28T10:00:00Z", sum: 1e308 });
    await buildVisit(world, at, { signed_in: "0001-01-01T00:00:00Z", sum: -2.5e-7 });
    const book = await exported("", at);
    assert.deepEqual(column(book, "Signed in"), ["1900-02-28 10:00:00", "0001-01-01 00:00:00"]);
    assert.deepEqual(column(book, "Sum"), ["1e+308", -2.5e-7]);
    assert.deepEqual([book.rows[1]?.[12]?.kind, book.rows[1]?.at(-1)?.kind], ["text", "text"]);
  });

  it("200: the same visits in the same order as the log, for each filter, range, sort and page (interface 4.2)", async () => {
    const at = await buildLocation(world, { timezone: "Pacific/Auckland" });
    for (let n = 0; n < 12; n += 1)
      await buildVisit(world, at, {
        last_name: `L${n % 5}`,
        company: n % 2 ? "Acme" : "Élan",
        signed_in: iso(Date.UTC(2026, 3, 1 + n)),
      });
    const queries = [
      "count=5&page=1",
      "count=5&page=3",
      "count=200&page=1&filter[company]=éla",
      "count=4&page=2&sorting[last_name]=desc&sorting[signed_in]=asc",
      "count=50&page=1&filter[signed_in][startDate]=2026-04-03&filter[signed_in][endDate]=2026-04-09",
      "count=50&page=1&filter[last_name]=L3&filter[company]=acme&sorting[company]=asc",
    ];
    for (const query of queries) {
      const log = await world.get(`/visitors/bycompany/${at}?${query}`);
      const book = await exported(query, at);
      const expected = log.body.visitors.map((visit: Record<string, string>) => [visit["last_name"], visit["company"]]);
      assert.ok(expected.length > 0, query);
      assert.deepEqual(
        book.rows.slice(1).map((row) => [row[1]?.value, row[2]?.value]),
        expected,
        query,
      );
    }
  });

  it("200: without paging the first 200 in the log's order; past the end the header alone (interface 8, rules 5)", async () => {
    const at = await buildLocation(world);
    const start = Date.UTC(2026, 0, 1);
    for (let n = 0; n < 203; n += 1)
      await buildVisit(world, at, { last_name: `${n}`, signed_in: iso(start + n * 60_000) });
    const names = column(await exported("", at), "Last name");
    assert.deepEqual(
      names,
      Array.from({ length: 200 }, (_, n) => `${202 - n}`),
    );
    assert.deepEqual(column(await exported("count=200&page=2", at), "Last name"), ["2", "1", "0"]);
    for (const page of ["3", "99999999999999999999"])
      assert.equal((await exported(`count=200&page=${page}`, at)).rows.length, 1);
  });

  it("200: a visit type removed later leaves its column empty, never an id (rules 4, 5)", async () => {
    const at = await buildLocation(world);
    const type = await world.post(`/companies/${at}/visittypes`, { name: "Gone" });
    await buildVisit(world, at, { visit_type: type.body._id });
    await world.remove(`/companies/${at}/visittypes/${type.body._id}`);
    const book = await exported("", at);
    assert.equal(byHeader(book, 1)["Visit type"], undefined);
    assert.ok(!book.xml.includes(type.body._id));
  });

  it("200: nothing of another location is in the file, whatever it is filtered and sorted by (interface 1, rules 1)", async () => {
    const [at, other] = [await buildLocation(world), await buildLocation(world)];
    const type = await world.post(`/companies/${other}/visittypes`, {
      name: "canary type",
      fields: [{ label: "canary" }],
    });
    await buildVisit(world, other, { last_name: "canary name", visit_type: type.body._id, canary: "canary answer" });
    await buildVisit(world, at, { last_name: "own", canary: "x" });
    for (const query of ["", "filter[last_name]=canary", `filter[company_id]=${other}`, "sorting[last_name]=asc"])
      assert.ok(!(await exported(query, at)).xml.includes("canary"), query);
    assert.ok((await exported("", other)).xml.includes("canary answer"));
  });

  it("200: text longer than a cell holds is cut at 32,767 characters and says so by an ellipsis", async () => {
    const at = await buildLocation(world);
    const { _id } = await buildVisit(world, at);
    // Stored by an earlier version, which had no limit.
    await world.db.pool.query("update visits set company = $2, address = $3, city = $4 where _id = $1", [
      _id,
      "x".repeat(32_767),
      "y".repeat(32_768),
      `${"z".repeat(32_765)}😀😀`,
    ]);
    const row = byHeader(await exported("", at), 1);
    assert.equal(row["Company"], "x".repeat(32_767));
    assert.equal(row["Street address"], `${"y".repeat(32_766)}…`);
    assert.equal(row["City"], `${"z".repeat(32_765)}…`);
  });

  it("400: count and page only together, count 1 to 200, page from 1, invalid sorts and bounds (interface 4.2, 8)", async () => {
    const refused: Record<string, RegExp> = {
      "count=10": /"page" is required/,
      "page=1": /"count" is required/,
      "count=&page=1": /"count" is required/,
      "count=201&page=1": /"count" must be a whole number from 1 to 200/,
      "count=0&page=1": /"count"/,
      "count=1.5&page=1": /"count"/,
      "count=10&page=0": /"page"/,
      "count=10&count=10&page=1": /"count"/,
      "sorting[company]=up": /sorting\[company\]/,
      "filter[signed_in][startDate]=soon": /startDate/,
    };
    for (const [query, message] of Object.entries(refused)) {
      const { status, body } = await world.get(pathOf(query));
      assert.equal(status, 400, query);
      assert.match(body.message, message);
    }
    assert.equal((await world.get(pathOf("count=200&page=1"))).status, 200);
  });

  it("403: administrators only; an API key qualifies, an uncovered location does not (interface 4.2, rules 4)", async () => {
    const other = await buildLocation(world);
    const key = await buildKey(world, [location]);
    assert.equal((await world.get(pathOf(), { as: key })).status, 200);
    assert.equal((await world.get(pathOf("", other), { as: key })).status, 403);
    assert.equal((await world.get(pathOf("count=1"), { as: null })).status, 403);
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(pathOf("count=999"), { as })).status, role === "local_admin" ? 400 : 403, role);
    }
  });
});
