import type { Answer } from "../../data/api/api.ts";

/** An entry of the audit log, with the record before and after. */
export type AuditEntry = Answer<"GET /companies/{company_id}/audit">[number];

/** An entry as the page lists it; `marks` are the persons of a batch that came in an evacuation. */
export type AuditLine = AuditEntry & { marks?: readonly AuditEntry[] };

const BATCH = "evacuation.mark";
const MARK = "visit.safe";

/**
 * A batch of marks leaves an entry of the evacuation and one of each person, all of one request: shown as one line, that
 * of the person if there was one, else that of the batch.
 */
export const mergeMarks = (entries: readonly AuditEntry[]): AuditLine[] => {
  const ofRequest = (act: string): Map<string | undefined, AuditEntry[]> =>
    Map.groupBy(
      entries.filter((entry) => entry.act === act && entry.request_id !== undefined),
      ({ request_id }) => request_id,
    );
  const [batches, marks] = [ofRequest(BATCH), ofRequest(MARK)];
  return entries.flatMap((entry): AuditLine[] => {
    const persons = marks.get(entry.request_id) ?? [];
    if (!batches.has(entry.request_id) || persons.length === 0) return [entry];
    if (entry.act === MARK) return persons.length === 1 ? [entry] : [];
    if (entry.act !== BATCH) return [entry];
    return persons.length === 1 ? [] : [{ ...entry, marks: persons }];
  });
};
