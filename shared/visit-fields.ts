import type { Fields } from "./fields.ts";

/** About the visitor: stored as sent, and copied to their next visit. */
const text = { kind: "text", body: "as_sent", column: "of_rules", copied: "always" } as const;
const reference = { kind: "id", body: "as_sent", column: "of_rules" } as const;
const ruled = { body: "by_rule", column: "of_rules" } as const;
const always = { always: true } as const;

/** The documented fields of a visit (interface 2.1), in order. */
export const VISIT_FIELDS = {
  _id: { kind: "id", column: "of_statements", ...always },
  company_id: { kind: "id", body: "by_rule", column: "of_statements", ...always, description: "The location" },
  first_name: { ...text, example: "Jo", exported: 16, form: "half" },
  last_name: { ...text, example: "Janssens", exported: 18, form: "half" },
  company: {
    ...text,
    description: "The organisation the visitor comes from",
    example: "Acme",
    exported: 22,
    form: "whole",
    listed: true,
  },
  email: { ...text, format: "email", exported: 28, form: "half", listed: true },
  phone: {
    ...text,
    format: "phone",
    description: "International format",
    example: "+3225550100",
    exported: 18,
    form: "half",
    listed: true,
  },
  address: { ...text, example: "Main street 1", exported: 24 },
  zip_code: { ...text, example: "1000", exported: 12 },
  city: { ...text, example: "Brussels", exported: 16, listed: true },
  recipient: {
    ...text,
    description: "Name of the host being visited",
    example: "Ann Peeters",
    exported: 22,
    form: "whole",
    listed: true,
  },
  recipient_mail: { ...text, format: "email", exported: 28 },
  visit_type: { ...reference, copied: "always", exported: 16, form: "half", listed: true },
  entrypoint_id: { ...reference, copied: "always", exported: 16, form: "half", listed: true },
  known_visitor_id: reference,
  signed_in: { kind: "date", ...ruled, ...always, exported: 20, listed: true },
  signed_out: { kind: "date", ...ruled, exported: 20, listed: true },
  signed_in_source: { kind: "number", ...ruled, ...always, exported: 16, listed: true },
  signed_out_source: { kind: "number", ...ruled, exported: 16 },
  approval: { kind: "word", column: "of_statements", words: ["pending", "approved", "rejected"], exported: 14 },
  // An extra key, which a rejection sets.
  rejection_reason: { kind: "text" },
  safe: { kind: "boolean", ...ruled, ...always, exported: 12 },
  agreements: { kind: "json", ...ruled },
  photo: { kind: "images", body: "by_rule", copied: "from_registered" },
  signature: { kind: "images", body: "by_rule", copied: "from_registered" },
  // An extra key: set by a location that numbers its visitors; at others, a body may set it.
  visitor_number: { kind: "text", copied: "from_registered", exported: 16, panel: true },
  user_id: { kind: "word", column: "of_rules" },
  signed_in_user: { kind: "word", column: "of_rules", exported: 22 },
  signed_out_user: { kind: "word", column: "of_rules", exported: 22 },
  language_id: { ...text, description: "Language the visitor was asked in", example: "nl", exported: 12 },
  create_date: { kind: "date", column: "of_statements", ...always },
  mod_date: { kind: "date", column: "of_statements", ...always, exported: 20 },
} as const satisfies Fields;
