import { foldForSearch } from "../../../../shared/text/folding.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { createEntryPoint } from "../../entry-points/entry-points.ts";
import { createVisitType } from "../../visit-types/visit-types.ts";
import type { Job, NamedKind } from "./target.ts";

/** How many of a kind an import creates at most: more of them are a column of another kind. */
const NEW_MAX = 50;

const CREATE = { visit_type: createVisitType, entry_point: createEntryPoint } as const;
const COUNTED = { visit_type: "visit_types", entry_point: "entry_points" } as const;

/** What is meant by the name of a visit type or entrance: its ID, none, or one that is still to be created. */
export type Reference = { id: string | null } | { name: string };

/** The record that a cell names. @param text of the cell */
export const recordNamed = (
  { row, named }: Pick<Job, "row" | "named">,
  kind: NamedKind,
  text: string | undefined,
): Reference => {
  if (text === undefined) return { id: null };
  const chosen = row.chosen[kind]?.[text];
  if (chosen === null) return { id: null };
  const name = chosen ?? text;
  if ([...named[kind].values()].includes(name)) return { id: name };
  const known = named[kind].get(foldForSearch(name));
  return known === undefined ? { name } : { id: known };
};

/** The ID of that record; one that is missing is created, in the caller's transaction. */
export const recordId = async (
  ctx: RequestContext,
  job: Job,
  kind: NamedKind,
  reference: Reference,
): Promise<string | null> => {
  if ("id" in reference) return reference.id;
  const { name } = reference;
  const folded = foldForSearch(name);
  const known = job.named[kind].get(folded);
  if (known !== undefined) return known;
  const made = (job.row.result[COUNTED[kind]] ?? 0) + 1;
  if (made > NEW_MAX) return null;
  const { _id } = await CREATE[kind](ctx, job.location, { name }, { preferred: undefined, fallback: "en" });
  job.named[kind].set(folded, _id);
  job.row.result[COUNTED[kind]] = made;
  return _id;
};
