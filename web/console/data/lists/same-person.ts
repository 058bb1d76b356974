import { foldForSearch } from "../../../../shared/text/folding.ts";

/** The values by which reception recognises a visitor. */
export type Person = { first_name?: string; last_name?: string; company?: string; email?: string };

/** Case, accents and punctuation don't distinguish people. */
const normalize = (text: string | undefined): string =>
  foldForSearch(text ?? "")
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter((word) => word !== "")
    .join(" ");

const nameOf = ({ first_name, last_name }: Person): string => normalize(`${first_name ?? ""} ${last_name ?? ""}`);

/** Both known, and different. */
const areDifferent = (a: string | undefined, b: string | undefined): boolean =>
  normalize(a) !== "" && normalize(b) !== "" && normalize(a) !== normalize(b);

/**
 * Whether two records seem to describe one person: the same name, and the same address and company as far as both are
 * known.
 */
export const isSamePerson = (a: Person, b: Person): boolean =>
  nameOf(a) !== "" && nameOf(a) === nameOf(b) && !areDifferent(a.email, b.email) && !areDifferent(a.company, b.company);
