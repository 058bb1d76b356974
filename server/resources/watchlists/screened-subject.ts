import type { Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { HitRow } from "./hits-store.ts";
import { digestOf, isDistinct, personOf, type TypedPerson } from "../watch-checks/persons.ts";

const columns = "first_name, last_name, email, phone, extra ->> 'born' as born";

const TYPED: Statement = {
  name: "typed-of-watch-subject",
  text: `select ${columns} from visits where company_id = $1 and _id = $2
union all select ${columns} from registered_visitors where company_id = $1 and _id = $2`,
};

/**
 * Whether the person of a hit is known well enough to be remembered, by an address or a birth date beside the name, and
 * is still called as in the hit.
 */
export const isDistinctHit = async (
  { db, context }: RequestContext,
  { company_id, subject_id, person }: HitRow,
): Promise<boolean> => {
  const [typed] = await db.named<TypedPerson>(TYPED, [company_id, subject_id]);
  if (typed === undefined) return false;
  const known = personOf(typed);
  return isDistinct(known) && digestOf(context.secretKey, known) === person;
};
