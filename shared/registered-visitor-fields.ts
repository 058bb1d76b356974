import type { Fields } from "./fields.ts";
import { VISIT_FIELDS } from "./visit-fields.ts";

const { _id, company_id, visit_type, first_name, last_name, company, email, phone, recipient } = VISIT_FIELDS;
const { entrypoint_id, language_id, create_date, mod_date } = VISIT_FIELDS;
const ruled = { body: "by_rule", column: "of_rules" } as const;
const always = { always: true } as const;

/** The documented fields of a registered visitor (interface 2.6), in order. */
export const REGISTERED_FIELDS = {
  _id,
  company_id,
  visit_type,
  first_name,
  last_name: { ...last_name, indexed: true },
  company: { ...company, indexed: true },
  email,
  phone: { ...phone, panel: true },
  recipient: { ...recipient, indexed: true, description: "Name of the host to be visited" },
  visiting_on: { kind: "span", ...ruled, span: { from: "visiting_from", to: "visiting_to" }, listed: true },
  persistent: { kind: "boolean", ...ruled, ...always, description: "Never erased by retention" },
  entrypoint_id,
  language_id: { ...language_id, description: "Language of messages to the visitor" },
  status: { kind: "word", ...ruled, ...always, words: ["created", "invited", "preregistered"], listed: true },
  invited_date: { kind: "date", ...ruled },
  preregistered_date: { kind: "date", ...ruled },
  series_id: { kind: "id", column: "of_rules", description: "The series that it is an occurrence of" },
  recurrence_id: {
    kind: "date",
    column: "of_rules",
    description: "Which occurrence of the series: the start that its rule gave",
  },
  group_id: { kind: "id", column: "of_rules", description: "The group that they come with" },
  create_date: { ...create_date, listed: true },
  mod_date,
  // Extra keys here, but a filter on an image matches nothing anywhere (rules 2).
  photo: { kind: "images" },
  signature: { kind: "images" },
} as const satisfies Fields;
