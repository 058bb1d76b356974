import type * as contract from "../../../server/areas/visitor-pages/contract.ts";
import type { Static } from "typebox";
import { inLanguage } from "../../visitor-flow/door.ts";

/** Everything stored about the visitor who holds the link. */
export type OwnData = Static<typeof contract.OwnData>;
/** The state of an erasure request. */
export type Erasure = NonNullable<OwnData["erasure"]>;

type Json = Readonly<Record<string, unknown>>;

/** Keys that have a place of their own on the page, or are technical. All of them are in the download. */
const APART: ReadonlySet<string> = new Set(
  [
    "_id company_id create_date mod_date first_name last_name photo signature signed_in signed_out agreements",
    "visit_type entrypoint_id known_visitor_id language_id status invited_date preregistered_date persistent",
    "visiting_on signed_in_source signed_out_source approval safe recipient_mail host_reply",
  ].flatMap((line) => line.split(" ")),
);

/** Keys with a label in this page's catalogue. */
const BUILT_IN = ["company", "email", "phone", "address", "zip_code", "city", "recipient", "visitor_number"] as const;
type BuiltIn = (typeof BUILT_IN)[number];

/** A value with its label: this page's, the location's, or the bare key. */
export type Line = { key: string; name: BuiltIn | undefined; label: string; value: unknown };

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** A record line by line, as far as people can read it. */
export const linesOf = (data: OwnData, record: Json, language: string): Line[] =>
  Object.entries(record)
    .filter(([key, value]) => !APART.has(key) && !isEmpty(value))
    .map(([key, value]) => {
      const label = inLanguage(data.labels[key] ?? {}, language, data.location.default_language);
      return { key, name: BUILT_IN.find((one) => one === key), label: label ?? key, value };
    });

/** The name in a record. */
export const nameIn = (record: Json | undefined): string =>
  [record?.["first_name"], record?.["last_name"]].filter((part) => typeof part === "string" && part !== "").join(" ");

/** A text in a record; undefined when there is none. */
export const textIn = (record: Json | undefined, key: string): string | undefined => {
  const value = record?.[key];
  return typeof value === "string" && value !== "" ? value : undefined;
};
