import type { Db, Statement } from "../../platform/db/database.ts";

/**
 * How the visitor who began or ended a visit was recognised: `typed` (only by their own answers), by the `code` of an
 * invitation, a `badge`, a `name` alone, or the `reference` of the sign-in; `desk` for a visit made in the console or
 * through the API. `unknown`: from before this was stored.
 */
export type RecognitionMethod = "typed" | "code" | "badge" | "name" | "reference" | "desk" | "unknown";

/** Stands for every field in a list of visible ones; no field has this name. */
const EVERYTHING = "*";

/** The fields of a visit that a response may show, by name. */
export type Fields = readonly string[];
export const ALL_FIELDS: Fields = [EVERYTHING];
export const NO_FIELDS: Fields = [];
export const NAME_FIELDS: Fields = ["first_name", "last_name"];
/** The fields that are printed on a badge. */
export const BADGE_FIELDS: Fields = [...NAME_FIELDS, "company", "recipient"];

/** Whether a response may show all fields of the visit. */
export const showsAllFields = (fields: Fields): boolean => fields.includes(EVERYTHING);

/** Those of `fields` that may be shown. */
export const visibleAmong = (fields: Fields, shown: Fields): Fields =>
  showsAllFields(shown) ? fields : fields.filter((name) => shown.includes(name));

/** How a visit's visitor was recognised, and which fields responses about it may show. */
export type VisitRecognition = { how: RecognitionMethod; shown: Fields };
/** For a visit from before this was stored, and when nothing may be shown. */
export const UNKNOWN: VisitRecognition = { how: "unknown", shown: NO_FIELDS };

const OF_VISIT: Statement = {
  name: "find-how-recognised",
  text: `select v.signed_in_source as source, r.how, r.shown from visits v
left join client_refs r on r.company_id = v.company_id and r.ref = v.client_ref and r.act = 'in'
where v.company_id = $1 and v._id = $2`,
};

/** How a visit's visitor was recognised; undefined if there is no such visit. */
export const findVisitRecognition = async (
  db: Db,
  location: string,
  visit: string,
): Promise<VisitRecognition | undefined> => {
  const [row] = await db.named<{ source: number; how: RecognitionMethod | null; shown: string[] | null }>(OF_VISIT, [
    location,
    visit,
  ]);
  if (row === undefined) return undefined;
  if (row.source === 0) return { how: "desk", shown: ALL_FIELDS };
  return { how: row.how ?? UNKNOWN.how, shown: row.shown ?? UNKNOWN.shown };
};
