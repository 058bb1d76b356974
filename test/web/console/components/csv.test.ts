import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readTextTable } from "../../../../shared/import/read-table.ts";
import { UnreadableTable } from "../../../../shared/import/unreadable-table.ts";

const isKnown = (text: string): boolean => ["name", "city"].includes(text);

describe("reading a table that is imported", () => {
  it("takes what a spreadsheet saves or copies: a mark at its beginning, semicolons or tabs, quotation marks, blank lines", () => {
    for (const text of ['\uFEFFname;city\r\n"Ann ""A"""; Ghent\r\n\r\n', 'name\tcity\n"Ann ""A"""\tGhent\n\t\n'])
      assert.deepEqual(readTextTable(text, isKnown), { columns: ["name", "city"], rows: [['Ann "A"', "Ghent"]] });
  });

  it("names the line whose quotation mark isn't closed", () => {
    assert.throws(
      () => readTextTable('name,city\nAnn,Ghent\n"Bob,Antwerp\nCas,Bruges\n', isKnown),
      (error) => error instanceof UnreadableTable && error.line === 3,
    );
  });
});
