import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { ImportField } from "../../../../web/console/components/table/column-names.ts";
import { guessed } from "../../../../web/console/pages/hosts/guess.ts";
import { hostsIn } from "../../../../web/console/pages/setup/host-lines.ts";

const TARGETS: ImportField[] = [
  { key: "cn", label: "Nom complet", names: ["nom", "name", "full name"] },
  { key: "first", label: "Prénom", names: ["vorname"] },
  { key: "last", label: "Nom de famille", names: ["nachname"] },
  { key: "mail", label: "E-mail", names: [] },
];

const becomes = (heading: string) => guessed(heading.split(";"), TARGETS).join(";");

describe("What the columns of a host file become", () => {
  it("Nom alone is the whole name, beside Prénom the family name", () => {
    assert.equal(becomes("Nom;E-mail"), "cn;mail");
    assert.equal(becomes("Nom;Prénom;E-mail"), "last;first;mail");
    assert.equal(becomes("Name;Vorname"), "last;first");
  });

  it("a family name of its own, or a whole one by its words, leaves it as it is", () => {
    assert.equal(becomes("Prénom;Nom de famille;Nom"), "first;last;cn");
    assert.equal(becomes("Nom complet;Prénom"), "cn;first");
  });

  it("a line with an invalid address, or without a name, is not a host, as in a file (rules 5)", () => {
    const { hosts, unusable } = hostsIn("Ann Peeters, ann@example.org\nnonsense@@\nBo, bo@\n+32 470 00 00 01\n\n");
    assert.deepEqual(hosts, [{ cn: "Ann Peeters", mail: "ann@example.org" }]);
    assert.deepEqual(unusable, ["nonsense@@", "Bo, bo@", "+32 470 00 00 01"]);
  });

  it("a pasted list may begin with headings in any of our languages", () => {
    for (const heading of ["Nom complet;E-mail", "Volledige naam", "Vollständiger Name\tE-Mail", "Full name"])
      assert.deepEqual(hostsIn(`${heading}\nAnn Peeters;ann@example.org`).hosts, [
        { cn: "Ann Peeters", mail: "ann@example.org" },
      ]);
  });
});
