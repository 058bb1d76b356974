import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { parse } from "csv-parse/sync";

import { workbookRows } from "../../../../shared/import/workbook.ts";
import { streamLogDocs } from "../../../../server/resources/visits/lists.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { name: "Kade 1", timezone: "Europe/Brussels" });
});
after(() => world.close());

/** The file's lines, each as its values. */
const exported = async (query = "", at = location, delimiter = ",") => {
  const url = `/api/companies/${at}/visitors/export${query && `?${query}`}`;
  const { statusCode, headers, body } = await world.app.inject({ url, headers: world.admin });
  assert.equal(statusCode, 200, body);
  const lines: string[][] = parse(body, { bom: true, delimiter, relax_column_count: false });
  return { headers, body, lines, names: lines.slice(1).map(([, last]) => last) };
};

describe("GET /companies/{company_id}/visitors/export", () => {
  it("200: every visit that the filter leaves, in the log's order, beyond what one page of the log holds", async () => {
    await world.db.pool.query(
      `insert into visits select v.* from jsonb_populate_recordset(null::visits, (
         select jsonb_agg(to_jsonb(b) || jsonb_build_object('_id', left(b._id, 14) || lpad(to_hex(n), 10, '0'), 'signed_in', b.signed_in - n * interval '1 second'))
         from (select * from visits where company_id = $1 and _id = $2) b, generate_series(1, 2499) n)) v`,
      [location, (await buildVisit(world, location, { last_name: "Many" }))._id],
    );
    await buildVisit(world, location, { last_name: "Other" });
    assert.equal((await exported()).lines.length, 2_502);
    const some = await exported("filter[last_name]=Many&sorting[signed_in]=asc");
    assert.equal(some.lines.length, 2_501);
    const { body } = await world.get(
      `/visitors/bycompany/${location}?count=5000&page=1&filter[last_name]=Many&sorting[signed_in]=asc`,
    );
    const numbers = some.lines.slice(1).map((line) => line[12]);
    assert.deepEqual(
      numbers.toSorted((a = "", b = "") => (a < b ? -1 : 1)),
      numbers,
    );
    assert.equal(body.total, 2_500);
  });

  it("200: visits that come or go while the file is taken shift no other out of it", async () => {
    const at = await buildLocation(world);
    const place = { _id: at, timezone: "UTC", language: "en", signoutDays: 1 };
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.unshift((await buildVisit(world, at, { last_name: `No ${n}` }))._id);
    const parts = streamLogDocs(world.db, place, { filter: [], sorting: [] }, 2);
    const seen: string[] = [];
    for await (const docs of parts) {
      seen.push(...JSON.parse(`[${docs}]`).map(({ _id }: { _id: string }) => _id));
      if (seen.length > 2) continue;
      await buildVisit(world, at, { last_name: "Late" });
      await world.call("DELETE", `/visitors/${ids[4]}`);
    }
    assert.deepEqual(seen, ids.toSpliced(4, 1));
  });

  it("200: an attachment, with the columns of the XLSX export in the language, times on the location's clock", async () => {
    const at = await buildLocation(world, { name: "Hôtel de Ville", timezone: "Europe/Brussels" });
    await buildVisit(world, at, { first_name: "Zoë", last_name: 'a;b\n"c"', signed_in: "2026-05-19T07:42:10.000Z" });
    const { headers, body, lines } = await exported("language_id=nl", at, ";");
    assert.equal(headers["content-type"], "text/csv; charset=utf-8");
    assert.match(
      String(headers["content-disposition"]),
      /^attachment; filename="visitors-Hotel-de-Ville-[\d-]+\.csv"$/,
    );
    assert.ok(body.startsWith("\ufeffVoornaam;Achternaam;"));
    assert.deepEqual([lines[1]?.[0], lines[1]?.[1], lines[1]?.[12]], ["Zoë", 'a;b\n"c"', "2026-05-19 09:42:10"]);
  });

  it("200: nothing in it is a formula, and telephone numbers stay as they are", async () => {
    const at = await buildLocation(world);
    const company = '=HYPERLINK("http://evil.example")';
    await buildVisit(world, at, {
      last_name: "+1+cmd|'/C calc'!A0",
      company,
      email: "=cmd@x.example",
      phone: "+32 470 12 34 56",
      city: "@SUM(1)",
    });
    const { lines } = await exported("", at);
    assert.deepEqual(
      [lines[1]?.[1], lines[1]?.[2], lines[1]?.[3], lines[1]?.[4], lines[1]?.[7]],
      ["'+1+cmd|'/C calc'!A0", `'${company}`, "'=cmd@x.example", "+32 470 12 34 56", "'@SUM(1)"],
    );
  });

  it("400: a filter that can't be (interface 1)", async () => {
    const { status, body } = await world.get(`/companies/${location}/visitors/export?visit_types=x`);
    assert.deepEqual([status, /"visit_types"/.test(body.message)], [400, true]);
  });
});

describe("GET /companies/{company_id}/visitors/workbook", () => {
  const book = async (query: string, at: string): Promise<(readonly string[])[]> => {
    const url = `/api/companies/${at}/visitors/workbook?${query}`;
    const { statusCode, headers, rawPayload } = await world.app.inject({ url, headers: world.admin });
    assert.equal(statusCode, 200);
    assert.match(String(headers["content-disposition"]), /^attachment; filename="visitors-[\w-]+\.xlsx"$/);
    return (await Array.fromAsync(workbookRows(Uint8Array.from(rawPayload)))).map(({ cells }) => cells);
  };

  it("200: the same rows as the CSV file, however many there are; texts are texts", async () => {
    const at = await buildLocation(world, { name: "Kade 2", timezone: "Europe/Brussels" });
    Object.assign(world.clock, { now: Date.parse("2026-05-19T08:00:00.000Z"), frozen: true });
    for (let n = 0; n < 250; n += 1)
      await buildVisit(world, at, {
        first_name: `N${n}`,
        last_name: "Zoë & <b>",
        signed_in: "2026-05-19T07:42:10.000Z",
      });
    world.clock.frozen = false;
    const [rows, { lines }] = [
      await book("sorting[first_name]=asc", at),
      await exported("sorting[first_name]=asc", at),
    ];
    assert.equal(rows.length, 251);
    const filled = (row: readonly string[] | undefined) => row?.filter((text) => text !== "");
    assert.deepEqual(rows.map(filled), lines.map(filled));
  });

  it("200: of the columns that are wanted alone, also as CSV", async () => {
    const at = await buildLocation(world);
    await buildVisit(world, at, { first_name: "Jo", last_name: "Janssens", company: "Acme" });
    const wanted = "columns=last_name,company,unknown";
    assert.deepEqual(await book(wanted, at), [
      ["Last name", "Company"],
      ["Janssens", "Acme"],
    ]);
    assert.deepEqual((await exported(wanted, at)).lines, [
      ["Last name", "Company"],
      ["Janssens", "Acme"],
    ]);
  });
});
