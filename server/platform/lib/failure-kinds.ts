/** The causes of a call without a response; `GET /companies/{company_id}/webhooks/deliveries` shows them as `error_code`. */
export const FAILURE_KINDS = [
  "wrong_url",
  "credentials_in_url",
  "wrong_header",
  "not_public",
  "unresolved",
  "unreachable",
  "tls",
  "incomplete_response",
  "timeout",
  "cancelled",
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];
