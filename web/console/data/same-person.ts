import { fold } from "../../shared/text-matching.ts";

/** What a visitor is recognised by at reception. */
export type Person = { first_name?: string; last_name?: string; company?: string; email?: string };

/** Case, accents and punctuation make no other person. */
const normalize = (text: string | undefined): string =>
  fold(text ?? "")
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter((word) => word !== "")
    .join(" ");

const nameOf = ({ first_name, last_name }: Person): string => normalize(`${first_name ?? ""} ${last_name ?? ""}`);

/** Given on both sides, and not the same. */
const areDifferent = (a: string | undefined, b: string | undefined): boolean =>
  normalize(a) !== "" && normalize(b) !== "" && normalize(a) !== normalize(b);

/** Whether two records seem to be of one person: the same name, and no other address or company where both are known. */
export const isSamePerson = (a: Person, b: Person): boolean =>
  nameOf(a) !== "" && nameOf(a) === nameOf(b) && !areDifferent(a.email, b.email) && !areDifferent(a.company, b.company);
