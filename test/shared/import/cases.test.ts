import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { dayOrderOf, readDate } from "../../../shared/import/dates.ts";
import { HOST_HEADINGS } from "../../../shared/import/headings.ts";
import { makeIsHeading, matchColumns } from "../../../shared/import/match-columns.ts";
import { PRESETS, presetOf } from "../../../shared/import/presets.ts";
import { readTable, readTextTable } from "../../../shared/import/read-table.ts";
import { UnreadableTable } from "../../../shared/import/unreadable-table.ts";
import { spreadsheet } from "../../../shared/spreadsheet.ts";
import { zip } from "../../../shared/zip.ts";

const isKnown = makeIsHeading(HOST_HEADINGS);
const bytesOf = (text: string, encoding: BufferEncoding = "utf8"): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, encoding));
const tableOf = (text: string, encoding?: BufferEncoding) => readTable(bytesOf(text, encoding), isKnown);
const problemOf = (bytes: Uint8Array<ArrayBuffer>): Promise<[string, number | undefined]> =>
  readTable(bytes, isKnown).then(
    () => ["none", undefined],
    (error: unknown) => {
      assert.ok(error instanceof UnreadableTable, String(error));
      return [error.problem, error.line];
    },
  );
/** The rows of a table by what their columns become. */
const hostsIn = async (text: string, encoding?: BufferEncoding) => {
  const { columns, rows } = await tableOf(text, encoding);
  const keys = matchColumns(columns, HOST_HEADINGS);
  return rows.map((row) =>
    Object.fromEntries(keys.flatMap((key, n) => (key === "" || !row[n] ? [] : [[key, row[n]]]))),
  );
};

describe("files as offices have them", () => {
  it("Excel's CSV in Windows-1252 with semicolons", async () => {
    const table = await tableOf("cn;telephoneNumber;mobile;mail\r\nMäx Größer;+49 30 2;;m@example.org\r\n", "latin1");
    assert.equal(table.encoding, "windows-1252");
    assert.deepEqual(table.rows, [["Mäx Größer", "+49 30 2", "", "m@example.org"]]);
  });

  it("UTF-16 by its mark, UTF-8 with and without one", async () => {
    for (const [text, encoding] of [
      ["\ufeffName\tEmail\nMäx\tm@example.org\n", "utf16le"],
      ["\ufeffName\tEmail\nMäx\tm@example.org\n", "utf8"],
      ["Name\tEmail\nMäx\tm@example.org\n", "utf8"],
    ] as const)
      assert.deepEqual(await hostsIn(text, encoding), [{ cn: "Mäx", mail: "m@example.org" }]);
  });

  it("Entra's download: the address, not the log-in name", async () => {
    const text =
      "userPrincipalName,displayName,surname,mail,givenName,objectId,telephoneNumber,mobilePhone\r\nmg@tenant.example,Mäx Größer,Größer,m.g@example.org,Mäx,1,+49 1,+49 2\r\nonly@example.org,Only Login,,,,2,,\r\n";
    const [first, second] = await hostsIn(text);
    assert.deepEqual(
      [first?.["mail"], first?.["login"], first?.["mobile"]],
      ["m.g@example.org", "mg@tenant.example", "+49 2"],
    );
    assert.deepEqual([second?.["mail"], second?.["login"]], [undefined, "only@example.org"]);
    assert.equal(presetOf((await tableOf(text)).columns, "hosts")?.id, "entra");
  });

  it("Get-ADUser, also with the line that PowerShell 5 writes above", async () => {
    const rows = '"Name","EmailAddress","OfficePhone","MobilePhone"\r\n"Mäx Größer","m@example.org","+49 1",""\r\n';
    for (const above of ["", "#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser\r\n", "sep=,\r\n"])
      assert.deepEqual(await hostsIn(above + rows), [
        { cn: "Mäx Größer", mail: "m@example.org", telephoneNumber: "+49 1" },
      ]);
  });

  it("lines above the heading, and empty rows", async () => {
    const text =
      "Staff list\r\nMarch 2026;;\r\n\r\n;;\r\nName;Email;Phone\r\nAnn;ann@example.org;1\r\n;;\r\nBob;;2\r\n";
    assert.deepEqual(await hostsIn(text), [
      { cn: "Ann", mail: "ann@example.org", telephoneNumber: "1" },
      { cn: "Bob", telephoneNumber: "2" },
    ]);
  });

  it("a comma in a quoted heading", async () => {
    assert.deepEqual(await hostsIn('"Name, Vorname";"E-Mail"\r\n"Größer, Mäx";m@example.org\r\n'), [
      { cn: "Größer, Mäx", mail: "m@example.org" },
    ]);
  });

  it("a shared mailbox belongs to two hosts; a heading alone is empty", async () => {
    assert.equal((await hostsIn("cn,mail\r\nAda,team@example.org\r\nBo,team@example.org\r\n")).length, 2);
    assert.deepEqual((await tableOf("cn,telephoneNumber,mobile,mail\r\n")).rows, []);
  });

  it("a workbook, whatever it is called: its first sheet, values only", async () => {
    const headers = ["Name", "Email", "Start"].map((text) => ({ text, width: 10 }));
    const start = { wallMs: Date.UTC(2027, 4, 6, 9, 30), shown: "time" as const };
    const book = await spreadsheet([{ name: "A", headers, rows: [["=Mäx & <Co>", null, start]] }]);
    assert.deepEqual(await readTable(book, isKnown), {
      columns: ["Name", "Email", "Start"],
      rows: [["=Mäx & <Co>", "", "2027-05-06 09:30:00"]],
    });
  });

  it("what can't be read is said, with the line", async () => {
    assert.deepEqual(await problemOf(bytesOf('name,email\nAnn,a\n"Bob,b\nCas,c\n')), ["unclosed_quote", 3]);
    assert.deepEqual(await problemOf(bytesOf("PK\u0003\u0004 and no more")), ["damaged_workbook", undefined]);
    assert.deepEqual(await problemOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)), ["old_workbook", undefined]);
    assert.deepEqual(await problemOf(bytesOf("\u0089PNG\0\0")), ["binary", undefined]);
    const bomb = "x".repeat(49 * 1024 * 1024);
    const sheet = "<sheetData></sheetData>";
    const packed = await zip([
      { path: "xl/sharedStrings.xml", text: bomb },
      { path: "xl/worksheets/sheet1.xml", text: sheet },
    ]);
    assert.deepEqual(await problemOf(packed), ["large_workbook", undefined]);
  });

  it("tabs, bars and the separator that gives equal rows", () => {
    for (const separator of [",", ";", "\t", "|"])
      assert.deepEqual(readTextTable(`Name${separator}Email\nA${separator}b\n`, isKnown).columns, ["Name", "Email"]);
    assert.deepEqual(readTextTable("Name;Email\nDoe, John;j\nRoe, Jane;k\n", isKnown).rows, [
      ["Doe, John", "j"],
      ["Roe, Jane", "k"],
    ]);
  });
});

describe("dates", () => {
  it("the order is proved by a value over 12, or else the country's", () => {
    assert.equal(dayOrderOf(["05/06/2027"], "US"), "month_first");
    assert.equal(dayOrderOf(["05/06/2027"], "BE"), "day_first");
    assert.equal(dayOrderOf(["05/06/2027", "13/06/2027"], "US"), "day_first");
    assert.equal(dayOrderOf(["05/28/2027"], "BE"), "month_first");
    assert.equal(dayOrderOf(["05/28/2027", "28/05/2027"], "BE"), "day_first");
  });

  it("as programs and people write them", () => {
    const cases: [string, string][] = [
      ["11/28/2027", "2027-11-28T00:00:00"],
      ["5/6/27", "2027-05-06T00:00:00"],
      ["11/28/2027 9:00 AM", "2027-11-28T09:00:00"],
      ["11/28/2027 12:05:30 pm", "2027-11-28T12:05:30"],
      ["5-Jun-2027", "2027-06-05T00:00:00"],
      ["June 5, 2027 14:00", "2027-06-05T14:00:00"],
      ["5 juin 2027", "2027-06-05T00:00:00"],
      ["1. März 2027", "2027-03-01T00:00:00"],
      ["2027/06/05", "2027-06-05T00:00:00"],
      ["2027-06-05 09:30", "2027-06-05T09:30:00"],
    ];
    for (const [text, wall] of cases) assert.equal(readDate(text, "month_first")?.wall, wall, text);
    assert.equal(readDate("05.06.2027", "day_first")?.wall, "2027-06-05T00:00:00");
    assert.equal(readDate("2027-06-05T09:30:00.123+02:00", "day_first")?.zone, "+02:00");
    for (const text of ["2027-02-30", "13/13/2027", "2027-06-05 25:00", "tomorrow", "", "5"])
      assert.equal(readDate(text, "day_first"), undefined, text);
  });
});

describe("presets", () => {
  it("each is recognised by its own headings", () => {
    for (const { id, has, target } of PRESETS) assert.equal(presetOf(has, target)?.id, id);
    assert.ok(new Set(PRESETS.map(({ maker }) => maker)).size >= 14);
  });
});
