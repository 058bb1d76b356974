import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type AuditEntry, mergeMarks } from "../../../../web/console/pages/audit/marks.ts";

let made = 0;
const entry = (act: string, request_id?: string): AuditEntry => {
  made += 1;
  const [subject = ""] = act.split(".");
  const at = "2026-11-28T10:00:00.000Z";
  const record = { _id: String(made), company_id: "c", create_date: at, mod_date: at, at, subject_id: String(made) };
  const actor = { kind: "user", _id: "u" };
  return { ...record, act, subject, actor, ...(request_id === undefined ? {} : { request_id }) };
};

describe("marks of an evacuation in the list of the audit log", () => {
  it("the mark of one person is one line, that of the person", () => {
    const [batch, mark] = [entry("evacuation.mark", "a"), entry("visit.safe", "a")];
    assert.deepEqual(mergeMarks([batch, mark]), [mark]);
  });

  it("a batch is one line with its persons, whatever lies between", () => {
    const batch = entry("evacuation.mark", "a");
    const [first, second] = [entry("visit.safe", "a"), entry("visit.safe", "a")];
    const other = entry("visit.start", "b");
    assert.deepEqual(mergeMarks([batch, other, first, second]), [{ ...batch, marks: [first, second] }, other]);
  });

  it("marks outside of an evacuation, batches whose persons are not listed, and entries without a request stay", () => {
    const entries = [
      entry("visit.safe", "a"),
      entry("evacuation.mark", "b"),
      entry("visit.safe"),
      entry("evacuation.mark"),
    ];
    assert.deepEqual(mergeMarks(entries), entries);
  });
});
