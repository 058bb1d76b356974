/** Causes that any call to another server can have. */
const OF_THE_CONNECTION = [
  "not_public",
  "unresolved",
  "unreachable",
  "tls",
  "incomplete_response",
  "timeout",
  "cancelled",
] as const;

/** The causes of a call without a response; `GET /companies/{company_id}/webhooks/deliveries` shows them as `error_code`. */
export const FAILURE_KINDS = ["wrong_url", "credentials_in_url", "wrong_header", ...OF_THE_CONNECTION] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Why a directory could not be read, or why what was read was not applied; the console has a text for each. */
export const DIRECTORY_FAILURES = [
  "wrong_url",
  ...OF_THE_CONNECTION,
  "no_secret",
  "login_refused",
  "wrong_base",
  "refused",
  "no_ids",
  "no_people",
  "too_many",
  "leaving",
  "failed",
] as const;

export type DirectoryFailure = (typeof DIRECTORY_FAILURES)[number];
