import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { ImportField } from "../../../../web/console/components/table/column-names.ts";
import { readPeople } from "../../../../web/console/pages/registered-visitors/form/people-lines.ts";

const TARGETS: ImportField[] = [
  { key: "first_name", label: "First name", names: ["voornaam", "prénom"] },
  { key: "last_name", label: "Last name", names: ["name", "naam", "nom"] },
  { key: "company", label: "Company", names: ["firma"] },
  { key: "email", label: "Email address", names: ["mail", "e-mail"] },
  { key: "phone", label: "Phone", names: [] },
];

/** First name, last name, address, company and number, as `Alexander|Lynch|a@example.org|Acme|`. */
const read = (text: string): string[] =>
  readPeople(text, TARGETS).people.map(({ first_name, last_name, email, company, phone }) =>
    [first_name, last_name, email, company, phone].join("|"),
  );

const LYNCH = "Alexander|Lynch|a@example.org|Acme|";

const LINES: readonly (readonly [line: string, ...people: readonly string[]])[] = [
  ["Alexander Lynch <a@example.org>, Acme", LYNCH],
  ['"Lynch, Alexander" <a@example.org>; Acme', LYNCH],
  ["Lynch, Alexander; a@example.org; Acme", LYNCH],
  ["Lynch, Alexander, a@example.org, Acme", LYNCH],
  ["Alexander\tLynch\ta@example.org\tAcme", LYNCH],
  ["Alexander\tLynch\tAcme\ta@example.org", LYNCH],
  ["Alexander Lynch\tAcme\ta@example.org", LYNCH],
  ["Alexander Lynch, Acme, a@example.org", LYNCH],
  ["Alexander Lynch; a@example.org; Acme; +32 2 555 01 00", `${LYNCH}+32 2 555 01 00`],
  ['Alexander;Lynch;a@example.org;"Acme; Sons"', "Alexander|Lynch|a@example.org|Acme; Sons|"],
  ["1. Alexander Lynch", "Alexander|Lynch|||"],
  ["• Alexander Lynch (a@example.org)", "Alexander|Lynch|a@example.org||"],
  ["Lynch, Alexander", "Alexander|Lynch|||"],
  ["De Smet, Sofie", "Sofie|De Smet|||"],
  ["De Smet\tSofie\ts@example.org", "Sofie|De Smet|s@example.org||"],
  ["Sofie De Smet", "Sofie|De Smet|||"],
  ["Alexander Lynch, Acme", "Alexander|Lynch||Acme|"],
  ["bo.li@example.org", "Bo|Li|bo.li@example.org||"],
  ["info@example.org", "||info@example.org||"],
  ["a@example.org; b@example.org", "||a@example.org||", "||b@example.org||"],
  [
    "Alexander Lynch <a@example.org>, Li, Bo <mailto:b@example.org>; c@example.org",
    "Alexander|Lynch|a@example.org||",
    "Bo|Li|b@example.org||",
    "||c@example.org||",
  ],
  ["c@example.org, Bo Li <b@example.org>", "||c@example.org||", "Bo|Li|b@example.org||"],
];

describe("people who are pasted", () => {
  for (const [line, ...people] of LINES)
    it(`are read from ${JSON.stringify(line)}`, () => assert.deepEqual(read(line), people));

  it("a first line that names the columns is none of them, in any order and language", () => {
    const rows = "a@example.org\tAcme\tLynch\tAlexander\n\nb@example.org\t\tLi\tBo";
    assert.deepEqual(read(`E-mail\tFirma\tNaam\tVoornaam\n${rows}`), [LYNCH, "Bo|Li|b@example.org||"]);
    assert.deepEqual(read("Name;Mail\nAlexander Lynch;a@example.org"), ["Alexander|Lynch|a@example.org||"]);
  });

  it("of the same address twice the first counts, and of the same name without one", () => {
    const text = "Bo Li <b@example.org>\nB. Li <B@example.org>\nAnn Peeters\nAnn Peeters\n\n \t\n";
    assert.deepEqual(read(text), ["Bo|Li|b@example.org||", "Ann|Peeters|||"]);
  });

  it("of an email, its greeting and signature are held back, since most lines have an address", () => {
    const text = [
      "Hi Julie, these are the people coming on Thursday:",
      "1) Dr. Bo Li <b@example.org>",
      "• Lynch, Alexander; a@example.org; Acme",
      "Prof. Dr. Ann Peeters (vegetarian), ann@example.org",
      "Mrs Sofie De Smet, s@example.org, +32 2 555 01 00",
      "Best regards",
      "Susan Hart",
    ].join("\n");
    assert.deepEqual(read(text), [
      "Bo|Li|b@example.org||",
      LYNCH,
      "Ann|Peeters|ann@example.org||",
      "Sofie|De Smet|s@example.org||+32 2 555 01 00",
    ]);
    const { doubtful } = readPeople(text, TARGETS);
    assert.deepEqual(doubtful.length, 3);
    assert.ok(doubtful.some(({ last_name }) => last_name === "Hart"));
  });

  it("no person is held back where half have no address, or where the columns are named", () => {
    for (const text of [
      "Ann Peeters\nBo Li <b@example.org>",
      "Name;Mail\nAnn Peeters;\nBo Li;b@example.org\nCas Li;c@example.org",
    ])
      assert.deepEqual(readPeople(text, TARGETS).doubtful, []);
  });

  it("titles and remarks in brackets are no names, numbers no companies", () => {
    for (const [line, person] of [
      ["Dr. Alexander Lynch", "Alexander|Lynch|||"],
      ["Herr Prof. Dr. Alexander Lynch; Acme", "Alexander|Lynch||Acme|"],
      ["Lynch, Dr. Alexander", "Alexander|Lynch|||"],
      ["Mme. Sofie De Smet (arrives at ten)", "Sofie|De Smet|||"],
      ["Alexander Lynch, +44 20 7946 0000, +44 20 7946 0001", "Alexander|Lynch|||+44 20 7946 0000"],
      ["Acme plc | +44 20 7946 0000", "Acme|plc|||+44 20 7946 0000"],
      ["Alexander Lynch | Acme | tel. +44 20 7946 0000", "Alexander|Lynch||Acme|+44 20 7946 0000"],
      ["Drew Mills", "Drew|Mills|||"],
      ["Misson Frautschi", "Misson|Frautschi|||"],
    ] as const)
      assert.deepEqual(read(line), [person], line);
  });

  it("an invalid address remains to be corrected", () => {
    assert.deepEqual(read("Ann Peeters; ann@"), ["Ann|Peeters|ann@||"]);
  });
});
