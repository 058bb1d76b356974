import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import { messageTexts } from "./texts.ts";

/** A visitor who came along: their name, or else their company. */
export type Companion = { name: string | null; company: string | null };

type PersonRow = { first_name: string | null; last_name: string | null; company: string | null };

/** How a visitor is named: on one line, by name or else by company. */
export const companionOf = ({ first_name, last_name, company }: PersonRow): Companion => {
  const from = oneLine(company ?? "") || null;
  return { name: oneLine([first_name, last_name].filter((part) => part !== null).join(" ")) || from, company: from };
};

const FIND: Statement = {
  name: "find-companions",
  text: "select first_name, last_name, company from visits where company_id = $1 and _id = any ($2::text[]) order by signed_in, _id",
};

/** The companions of these visits, as far as they are still stored. */
export const findCompanions = async (db: Db, location: string, visits: readonly string[] = []): Promise<Companion[]> =>
  visits.length === 0 ? [] : (await db.named<PersonRow>(FIND, [location, visits])).map(companionOf);

/** "Ann and Bo", or "Ann and 2 others"; alone, the name itself. */
export const nameTogether = (visitor: string, companions: readonly Companion[], language: string): string => {
  const [first, ...others] = companions;
  if (first === undefined) return visitor;
  const { unnamedVisitor, together } = messageTexts(language).hosts;
  const values = { visitor, other: first.name ?? unnamedVisitor, count: companions.length };
  return fillPlaceholders(others.length === 0 ? together.two : together.more, values);
};
