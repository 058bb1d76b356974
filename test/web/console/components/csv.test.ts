import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readTable, UnclosedQuote } from "../../../../web/console/components/import/csv.ts";

describe("reading a table that is imported", () => {
  it("takes what a spreadsheet saves or copies: a mark at its beginning, semicolons or tabs, quotation marks, blank lines", async () => {
    for (const text of [
      '\uFEFFname;city\r\n"Ann ""A"""; Ghent\r\n\r\n',
      'name\tcity\n"Ann ""A"""\tGhent\n;\n'.replace(";", "\t"),
    ])
      assert.deepEqual(await readTable(text), { columns: ["name", "city"], rows: [['Ann "A"', "Ghent"]] });
  });

  it("names the row whose quotation mark isn't closed", async () => {
    await assert.rejects(readTable('name,city\nAnn,Ghent\n"Bob,Antwerp\nCas,Bruges\n'), (error) => {
      assert.ok(error instanceof UnclosedQuote);
      assert.equal(error.row, 3);
      return true;
    });
  });
});
