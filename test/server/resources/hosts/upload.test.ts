import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
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

type Host = { name?: string; cn?: unknown; mail?: unknown; mobile?: unknown; telephoneNumber?: unknown };

const path = (of = location): string => `/companies/${of}/visitees/bulk`;
const upload = (rows: unknown, of = location): Promise<Answer> => world.post(path(of), rows);
const confirmed = (rows: unknown, of: string, confirm = "true"): Promise<Answer> =>
  world.post(`${path(of)}?confirm=${confirm}`, rows);
const uploadCsv = (raw: string | Buffer, of = location, type = "text/csv"): Promise<Answer> =>
  world.call("POST", path(of), { raw, headers: { "content-type": type } });

const storedIn = async (of: string): Promise<Body[]> =>
  (
    await world.db.pool.query(
      "select _id, cn, mail, mobile, telephone_number, sticky, create_date, mod_date from hosts where company_id = $1 and external order by cn, mail",
      [of],
    )
  ).rows;

const done = (received: number, created: number, updated: number, removed: number) => ({
  received,
  created,
  updated,
  removed,
});

describe("POST /companies/{company_id}/visitees/bulk (interface 4.6a, rules 5): JSON", () => {
  it("200: replaces the external set and counts received, created, updated and removed", async () => {
    const own = await buildLocation(world);
    const first = await upload([{ cn: "Ann", mail: "ann@example.org" }, { cn: "Bob" }], own);
    assert.deepEqual(first.body, done(2, 2, 0, 0));
    const second = await upload([{ cn: "Ann", mail: "ann@example.org", mobile: "+1" }, { cn: "Cas" }], own);
    assert.deepEqual(second.body, done(2, 1, 1, 1));
    const stored = await storedIn(own);
    assert.deepEqual(
      stored.map(({ cn, mobile }) => [cn, mobile]),
      [
        ["Ann", "+1"],
        ["Cas", null],
      ],
    );
  });

  it("200: matches by mail in any case, else by cn; a matched host keeps its _id", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Ann", mail: "Ann@Example.org" }, { cn: "Bob" }], own);
    const [ann, bob] = await storedIn(own);
    await upload(
      [
        { cn: "Ann Married", mail: "ANN@example.org" },
        { cn: "Bob", mail: "bob@example.org" },
      ],
      own,
    );
    const stored = await storedIn(own);
    assert.deepEqual(
      stored.map(({ _id, cn, mail }) => [_id, cn, mail]),
      [
        [ann._id, "Ann Married", "ann@example.org"],
        [bob._id, "Bob", "bob@example.org"],
      ],
    );
  });

  it("200: a match by mail goes before a match by name, whatever the order of the rows", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Ann", mail: "a@example.org" }], own);
    const [{ _id }] = await storedIn(own);
    const rows = [
      { cn: "Ann", mail: "other@example.org" },
      { cn: "Ann New", mail: "a@example.org" },
    ];
    assert.deepEqual((await upload(rows, own)).body, done(2, 1, 1, 0));
    const [, renamed] = await storedIn(own);
    assert.deepEqual([renamed._id, renamed.mail], [_id, "a@example.org"]);
  });

  it("200: the same upload again changes no row, namesakes without mail included", async () => {
    const own = await buildLocation(world);
    const rows = [{ cn: "Jan" }, { cn: "Jan" }, { cn: "Ann", mail: "a@example.org" }];
    await upload(rows, own);
    const before = await storedIn(own);
    assert.deepEqual((await upload(rows, own)).body, done(3, 0, 3, 0));
    assert.deepEqual(await storedIn(own), before);
  });

  it("200: a confirmed empty array removes all external hosts and no managed one", async () => {
    const own = await buildLocation(world);
    await world.post("/visitees", { company_id: own, cn: "Managed", mail: "m@example.org" });
    assert.deepEqual((await upload([{ cn: "Managed", mail: "m@example.org" }], own)).body, done(1, 1, 0, 0));
    assert.deepEqual((await confirmed([], own)).body, done(0, 0, 0, 1));
    const { body } = await world.get(`/visitees/bycompany/${own}`);
    assert.deepEqual(
      body.map(({ cn }: Body) => cn),
      ["Managed"],
    );
  });

  it("200: GET counts the external hosts of this location, whom nothing reads back (interface 2.2)", async () => {
    const place = await buildLocation(world);
    await upload([{ cn: "One" }, { cn: "Two" }], place);
    await world.post("/visitees", { company_id: place, cn: "Managed" });
    const { status, body } = await world.get(path(place));
    assert.deepEqual([status, body], [200, { count: 2 }]);
    assert.deepEqual((await world.get(path(await buildLocation(world)))).body, { count: 0 });
  });

  it("200: of this location only", async () => {
    const [one, other] = [await buildLocation(world), await buildLocation(world)];
    await upload([{ cn: "Here" }], one);
    await upload([{ cn: "There" }], other);
    await confirmed([], other);
    assert.equal((await storedIn(one)).length, 1);
  });

  it("400: one bad row refuses the whole upload and is named by its number", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Kept" }], own);
    const bad: Host[] = [
      { mail: "x@example.org" },
      { name: "Ann" },
      { cn: "" },
      { cn: " " },
      { cn: 5 },
      { cn: "x", mail: "no mail" },
      { cn: "x", mobile: 5 },
    ];
    for (const row of bad) {
      const { status, body } = await upload([{ cn: "New" }, row, { cn: "Newer" }], own);
      assert.equal(status, 400, JSON.stringify(row));
      assert.match(body.message, /\b2\b/, body.message);
    }
    for (const row of ["text", 7, [], null]) assert.equal((await upload([{ cn: "New" }, row], own)).status, 400);
    assert.deepEqual(
      (await storedIn(own)).map(({ cn }) => cn),
      ["Kept"],
    );
  });

  it("400: a body that is not an array, or none at all", async () => {
    for (const body of [{}, { cn: "Ann" }, "text", 5, undefined]) assert.equal((await upload(body)).status, 400);
  });

  it("400: a form of bare []= is read as an array, whose rows are not hosts (rules 2)", async () => {
    for (const form of ["[]=Ann&[]=Bob", "%5B%5D=Ann"]) {
      const { status, body } = await world.call("POST", path(), { form });
      assert.equal(status, 400);
      assert.match(body.message, /^Row 1\b/);
    }
  });

  it("403: for guard, employee and another location; a receptionist may (rules 4)", async () => {
    const own = await buildLocation(world);
    for (const role of ["security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [own]);
      assert.equal((await world.post(path(own), [], { as })).status, 403);
    }
    assert.equal((await world.post(path(own), [], { as: await buildKey(world, [location]) })).status, 403);
    assert.equal((await world.post(path(own), [], { as: await buildUser(world, "receptionist", [own]) })).status, 200);
  });

  it("200: two uploads at once end with the whole of one of them", async () => {
    const own = await buildLocation(world);
    const set = (letter: string): Host[] => Array.from({ length: 20 }, (_, n) => ({ cn: `${letter}${n}` }));
    const answers = await Promise.all(["a", "b", "c"].map((letter) => confirmed(set(letter), own)));
    for (const { status } of answers) assert.equal(status, 200);
    const letters = new Set((await storedIn(own)).map(({ cn }) => cn[0]));
    assert.equal(letters.size, 1);
    assert.equal((await storedIn(own)).length, 20);
  });

  it("200: 5,000 rows in one call", async () => {
    const own = await buildLocation(world);
    const rows = Array.from({ length: 5_000 }, (_, n) => ({ cn: `Host ${n}`, mail: `h${n}@example.org` }));
    assert.deepEqual((await upload(rows, own)).body, done(5_000, 5_000, 0, 0));
    assert.deepEqual((await upload(rows.slice(1), own)).body, done(4_999, 0, 4_999, 1));
  });
});

describe("POST /companies/{company_id}/visitees/bulk (rules 5): CSV", () => {
  it("200: reads the header cn,telephoneNumber,mobile,mail; blank values are absent", async () => {
    const own = await buildLocation(world);
    const { body } = await uploadCsv("cn,telephoneNumber,mobile,mail\nAnn,12,+1,Ann@Example.org\nBob,,,\n", own);
    assert.deepEqual(body, done(2, 2, 0, 0));
    assert.deepEqual(
      (await storedIn(own)).map(({ cn, telephone_number, mobile, mail }) => [cn, telephone_number, mobile, mail]),
      [
        ["Ann", "12", "+1", "ann@example.org"],
        ["Bob", null, null, null],
      ],
    );
  });

  it("200: quotes, a BOM, CRLF, blank lines, a charset, columns in another order", async () => {
    const own = await buildLocation(world);
    const csv = '\uFEFFmail,cn,mobile,telephoneNumber\r\n\r\na@example.org,"Peeters, ""Ann""\r\nJr",,"1,2"\r\n,Bob\r\n';
    const { status, body } = await uploadCsv(csv, own, "text/csv; charset=utf-8; header=present");
    assert.equal(status, 200, body.message);
    assert.deepEqual(
      (await storedIn(own)).map(({ cn, telephone_number }) => [cn, telephone_number]),
      [
        ["Bob", null],
        ['Peeters, "Ann"\r\nJr', "1,2"],
      ],
    );
  });

  it("200: rows without any value are passed over, and the others keep their numbers", async () => {
    const own = await buildLocation(world);
    const csv = 'cn,telephoneNumber,mobile,mail\nAnn,,,\n,,,\n" ",,,\nBob,,,\n,,,\n';
    assert.deepEqual((await uploadCsv(csv, own)).body, done(2, 2, 0, 0));
    assert.match((await uploadCsv(`${csv}Cas,,,nonsense\n`, own)).body.message, /^Row 6\b/);
    assert.deepEqual((await upload([{ cn: "Ann" }, {}, { cn: null }, { cn: "Bob" }], own)).body, done(2, 0, 2, 0));
  });

  it("400: a column that the header has twice", async () => {
    const { status, body } = await uploadCsv("cn,mail,mail\nAnn,a@example.org,b@example.org\n");
    assert.deepEqual([status, body.code], [400, "unreadable_body"]);
    assert.match(body.message, /"mail"/);
    assert.equal((await uploadCsv("cn, cn \nAnn,Bob\n")).status, 400);
    assert.equal((await uploadCsv("cn,,\nAnn,,\n", await buildLocation(world))).status, 200);
  });

  it("400: a bad row by its number, nothing stored", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Kept" }], own);
    for (const row of [",1,2,c@example.org", '" ",1,,', "Cas,,,nonsense"]) {
      const { status, body } = await uploadCsv(`cn,telephoneNumber,mobile,mail\nAnn,,,\nBob,,,\n${row}\n`, own);
      assert.equal(status, 400, row);
      assert.match(body.message, /Row 3\b/);
    }
    assert.deepEqual(
      (await storedIn(own)).map(({ cn }) => cn),
      ["Kept"],
    );
  });

  it("400 too_large: more than 50 columns, 64 KiB in a field, with the row", async () => {
    const columns = (count: number): string =>
      Array.from({ length: count }, (_, n) => (n === 0 ? "cn" : `k${n}`)).join();
    const long = "x".repeat(65_537);
    assert.equal((await uploadCsv(`${columns(50)}\nAnn\n`, await buildLocation(world))).status, 200);
    const bad: [string, RegExp, string | undefined][] = [
      [`${columns(51)}\nAnn\n`, /first line.*50 columns/, undefined],
      [`cn,${long}\nAnn\n`, /first line.*65536 characters/, undefined],
      [`cn\nAnn\n${long}\n`, /Row 2.*65536 characters/, "[1]"],
    ];
    for (const [csv, message, field] of bad) {
      const { status, body } = await uploadCsv(csv);
      assert.deepEqual([status, body.code, body.field], [400, "too_large", field]);
      assert.match(body.message, message);
    }
  });

  it("400: an invalid CSV: another header, an open quote, too many columns, NUL", async () => {
    const bad = [
      "name,mail\nAnn,a@example.org\n",
      'cn,mail\n"Ann,a@example.org\n',
      "cn,mail\nAnn,a@example.org,more\n",
      "cn\nA\u0000nn\n",
      "",
    ];
    for (const csv of bad) {
      const { status, body } = await uploadCsv(csv);
      assert.equal(status, 400, JSON.stringify(csv));
      assert.equal(typeof body.message, "string");
    }
  });

  it("200: the CSV of Excel: semicolons, Windows-1252", async () => {
    const own = await buildLocation(world);
    const csv = Buffer.from("sep=;\r\ncn;mail\r\nJürgen Größe;j@example.org\r\n", "latin1");
    assert.deepEqual((await uploadCsv(csv, own)).body, done(1, 1, 0, 0));
    assert.equal((await storedIn(own))[0]?.cn, "Jürgen Größe");
  });

  it("415: another media type", async () => {
    assert.equal((await uploadCsv("cn\nAnn\n", location, "application/vnd.ms-excel")).status, 415);
  });
});

describe("an upload that would remove many external hosts (rules 5.3)", () => {
  const named = (from: number, to: number): Host[] =>
    Array.from({ length: to - from }, (_, n) => ({ cn: `Host ${from + n}` }));
  const HEADER = "cn,telephoneNumber,mobile,mail\n";
  const asCsv = (rows: Host[]): string => HEADER + rows.map(({ cn }) => `${String(cn)},,,\n`).join("");

  /** How many there are, the upload, and how many it would remove. */
  const REFUSED: [there: number, rows: Host[], removed: number][] = [
    [1, [], 1],
    [1, [{ cn: "Other" }], 1],
    [10, [], 10],
    [12, named(11, 12), 11],
    [50, named(11, 60), 11],
    [100, named(21, 100), 21],
  ];
  const ACCEPTED: [there: number, rows: Host[], removed: number][] = [
    [0, [], 0],
    [2, named(0, 1), 1],
    [11, named(10, 11), 10],
    [50, named(10, 50), 10],
    [100, named(20, 100), 20],
  ];

  for (const [there, rows, removed] of REFUSED)
    it(`400 confirm_needed: ${removed} of ${there}, JSON and CSV alike, until it is confirmed`, async () => {
      const own = await buildLocation(world);
      await upload(named(0, there), own);
      const before = await storedIn(own);
      for (const { status, body } of [
        await upload(rows, own),
        await confirmed(rows, own, "false"),
        await uploadCsv(asCsv(rows), own),
      ]) {
        assert.deepEqual([status, body.code, body.field], [400, "confirm_needed", "confirm"]);
        assert.match(body.message, new RegExp(String.raw`\b${removed} of the ${there}\b`));
      }
      assert.deepEqual(await storedIn(own), before);
      assert.equal((await confirmed(rows, own)).body.removed, removed);
      assert.equal((await storedIn(own)).length, rows.length);
    });

  for (const [there, rows, removed] of ACCEPTED)
    it(`200: ${removed} of ${there} are removed without it`, async () => {
      const own = await buildLocation(world);
      await upload(named(0, there), own);
      assert.equal((await upload(rows, own)).body.removed, removed);
    });

  it("200: a CSV that has only its header empties the list once it is confirmed", async () => {
    const own = await buildLocation(world);
    await upload(named(0, 3), own);
    assert.equal((await uploadCsv(`${HEADER},,,\n`, own)).body.code, "confirm_needed");
    const { body } = await world.call("POST", `${path(own)}?confirm=true`, {
      raw: HEADER,
      headers: { "content-type": "text/csv" },
    });
    assert.deepEqual(body, done(0, 0, 0, 3));
  });

  it("400: a confirmation that is neither true nor false", async () => {
    const { status, body } = await confirmed([], location, "perhaps");
    assert.deepEqual([status, body.field], [400, "confirm"]);
  });
});

describe("external hosts (interface 2.2, rules 4)", () => {
  it("404: no endpoint reads, changes or removes them; the list leaves them out", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Ext", mail: "ext@example.org" }], own);
    const [{ _id }] = await storedIn(own);
    assert.deepEqual((await world.get(`/visitees/bycompany/${own}`)).body, []);
    assert.equal((await world.get(`/visitees/${_id}`)).status, 404);
    assert.equal((await world.put(`/visitees/${_id}`, { cn: "Taken" })).status, 404);
    assert.equal((await world.remove(`/visitees/${_id}`)).status, 404);
    assert.equal((await storedIn(own))[0].cn, "Ext");
  });

  it("200: a visit's recipient_mail is filled from one, by their name (rules 4.3)", async () => {
    const own = await buildLocation(world);
    await upload([{ cn: "Ext One", mail: "ext@example.org" }], own);
    assert.equal((await buildVisit(world, own, { recipient: "Ext One" })).recipient_mail, "ext@example.org");
    assert.equal((await buildVisit(world, own, { recipient: "ext one" })).recipient_mail, "ext@example.org");
    const other = await buildVisit(world, own, { recipient: "ext" });
    assert.ok(!("recipient_mail" in other));
    const changed = await world.put(`/visitors/${other._id}`, { recipient: "Ext One" });
    assert.equal(changed.body.recipient_mail, "ext@example.org");
    const kept = await buildVisit(world, own, { recipient: "Ext One", recipient_mail: "me@example.org" });
    assert.equal(kept.recipient_mail, "me@example.org");
  });
});
