import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { type Answer, makeWorld } from "../../../support/world.ts";
import { come, inAMonth, made, makeWatched, type Watched } from "./watched.ts";

const world = await makeWorld();
after(() => world.close());

const send = ({ path, list }: Watched, raw: string, query = "", type = "text/csv"): Promise<Answer> =>
  world.call("POST", `${path}/${list}/entries/import${query}`, { raw, headers: { "content-type": type } });

const HEADING = "first_name,last_name,aliases,born,email,phone,reason,until";
const csv = (...rows: string[]): string => [HEADING, ...rows].join("\n");
const PEOPLE = ["Jo,Janssens,Joke J.;J. Jansens,1980-02-29,jo@example.org,,threat,", `Ada,Byron,,,,,,${inAMonth()}`];
const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `First${n},Last${n},,,,,,`);

describe("POST …/entries/import (decision 0068)", () => {
  it("200: our csv; the same file again changes nothing; entries made one by one remain", async () => {
    const watched = await makeWatched(world);
    const own = { names: ["Own Entry"], reason_code: "other", review_on: inAMonth() };
    await made(world, `${watched.path}/${watched.list}/entries`, own);
    const first = await send(watched, csv(...PEOPLE));
    assert.deepEqual(first.body, { received: 2, created: 2, changed: 0, removed: 0, same: 0 }, first.text);
    const before = (await world.get(`${watched.path}/${watched.list}/entries`)).text;
    assert.deepEqual((await send(watched, csv(...PEOPLE))).body, {
      received: 2,
      created: 0,
      changed: 0,
      removed: 0,
      same: 2,
    });
    assert.equal((await world.get(`${watched.path}/${watched.list}/entries`)).text, before);
    const { body } = await world.get(`${watched.path}/${watched.list}/entries`);
    assert.equal(body.length, 3);
    const jo = body.find(({ reason_code }: { reason_code: string }) => reason_code === "threat");
    assert.deepEqual(
      [jo.names, jo.born, jo.emails],
      [["Jo Janssens", "Joke J.", "J. Jansens"], "1980-02-29", ["jo@example.org"]],
    );
    assert.equal((await come(world, watched, "Byron Ada"))["approval"], "pending");
  });

  it("400: a bad row refuses the whole file, named by its number", async () => {
    const watched = await makeWatched(world);
    for (const bad of [
      ",,,,,,,",
      "Bo,Bad,,1980-13-01,,,,",
      "Bo,Bad,,,nomail,,,",
      "Bo,Bad,,,,,theft,",
      "Bo,Bad,,,,,,2030-01-01",
    ]) {
      const { status, body } = await send(
        watched,
        csv(PEOPLE[0] ?? "", bad === ",,,,,,," ? ",,,,a@example.org,,," : bad),
      );
      assert.deepEqual([status, body.field], [400, "[1]"], bad);
      assert.match(body.message, /^Row 2: /);
    }
    assert.equal((await send(watched, "name,mail\nJo,x")).status, 400);
    assert.deepEqual((await world.get(`${watched.path}/${watched.list}/entries`)).body, []);
  });

  it("400: an empty file, and one that is smaller by a fifth, need confirm=true", async () => {
    const watched = await makeWatched(world);
    const codes = async (body: string, query?: string) => (await send(watched, body, query)).body.code;
    assert.equal(await codes(""), "confirm_needed");
    assert.equal(await codes(csv()), "confirm_needed");
    assert.equal((await send(watched, csv(...many(10)))).body.created, 10);
    assert.equal((await send(watched, csv(...many(8)))).body.removed, 2);
    assert.equal(await codes(csv(...many(6))), "confirm_needed");
    assert.equal((await send(watched, csv(...many(6)), "?confirm=true")).body.removed, 2);
    assert.equal((await send(watched, "", "?confirm=true")).body.removed, 6);
  });

  it("200: the shapes of OFAC, the EU, the UN and OpenSanctions", async () => {
    const ofac = [
      '36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
      `2674,"ABBAS, Abu","individual","SDGT","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 10 Dec 1948; a.k.a. 'ZAYDAN, Muhammad'."`,
      "\u001a",
    ].join("\r\n");
    const eu = [
      "fileGenerationDate;Entity_LogicalId;Entity_SubjectType_ClassificationCode;NameAlias_FirstName;NameAlias_LastName;NameAlias_WholeName;BirthDate_BirthDate",
      "01/01/2026;13;P;Saddam;Hussein;Saddam Hussein Al-Tikriti;1937-04-28",
      "01/01/2026;13;P;;;صدام حسين;",
      "01/01/2026;14;E;;;A Company;",
    ].join("\n");
    const un = `<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>6908555</DATAID><FIRST_NAME>RI</FIRST_NAME>
      <SECOND_NAME>WON HO</SECOND_NAME><INDIVIDUAL_ALIAS><ALIAS_NAME>Ri &amp; Won</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><DATE>1964-07-17</DATE></INDIVIDUAL_DATE_OF_BIRTH><NAME_ORIGINAL_SCRIPT>리원호</NAME_ORIGINAL_SCRIPT>
      </INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>`;
    const simple = [
      "id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset",
      "Q1,Person,Jo Janssens,Joke;J. J.,1980,be,,,,,jo@example.org,X",
      "Q2,Company,Acme,,,,,,,,,X",
    ].join("\n");
    const cases: [string, string, string[], string][] = [
      ["ofac", ofac, ["Abu ABBAS", "Muhammad ZAYDAN"], "1948-12-10"],
      ["eu", eu, ["Saddam Hussein Al-Tikriti", "صدام حسين"], "1937-04-28"],
      ["un", un, ["RI WON HO", "리원호", "Ri & Won"], "1964-07-17"],
      ["opensanctions", simple, ["Jo Janssens", "Joke", "J. J."], "1980"],
    ];
    for (const [format, file, names, born] of cases) {
      const watched = await makeWatched(world);
      const { status, body, text } = await send(
        watched,
        file,
        `?format=${format}`,
        format === "un" ? "application/xml" : "text/csv",
      );
      assert.deepEqual([status, body.created], [200, 1], text);
      const [entry] = (await world.get(`${watched.path}/${watched.list}/entries`)).body;
      assert.deepEqual([entry.names, entry.born, entry.reason_code], [names, born, "sanction_list"]);
      const again = await send(watched, file, `?format=${format}`, format === "un" ? "application/xml" : "text/csv");
      assert.deepEqual([again.body.same, again.body.changed], [1, 0]);
    }
  });

  it("400: a list of the UN that ends early", async () => {
    const watched = await makeWatched(world);
    const { status, body } = await send(watched, "<CONSOLIDATED_LIST><INDIVIDUALS>", "?format=un", "application/xml");
    assert.deepEqual([status, body.code], [400, "unreadable_body"]);
  });
});
