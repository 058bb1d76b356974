import { foldForSearch } from "../../../../shared/text/folding.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { createVisitType } from "../../visit-types/visit-types.ts";
import type { Job } from "./target.ts";

/** How many visit types an import creates at most: more of them are a column of another kind. */
const NEW_TYPES_MAX = 50;

/** What is meant by a visit type's name: its ID, none, or one that is still to be created. */
export type TypeReference = { id: string | null } | { name: string };

/** The visit type that a cell names. @param text of the cell */
export const typeNamed = ({ row, types }: Pick<Job, "row" | "types">, text: string | undefined): TypeReference => {
  if (text === undefined) return { id: null };
  const chosen = row.chosen["visit_type"]?.[text];
  if (chosen === null) return { id: null };
  const name = chosen ?? text;
  if ([...types.values()].includes(name)) return { id: name };
  const known = types.get(foldForSearch(name));
  return known === undefined ? { name } : { id: known };
};

/** The ID of a visit type; one that is missing is created, in the caller's transaction. */
export const typeId = async (ctx: RequestContext, job: Job, type: TypeReference): Promise<string | null> => {
  if ("id" in type) return type.id;
  const folded = foldForSearch(type.name);
  const known = job.types.get(folded);
  if (known !== undefined) return known;
  const made = (job.row.result["visit_types"] ?? 0) + 1;
  if (made > NEW_TYPES_MAX) return null;
  const { _id } = await createVisitType(
    ctx,
    job.location,
    { name: type.name },
    { preferred: undefined, fallback: "en" },
  );
  job.types.set(folded, _id);
  job.row.result["visit_types"] = made;
  return _id;
};
