/**
 * What an error of `/api` was caused by, for programs (decisions 11): the same for the same cause in every version. The sentence
 * in `message` is for people. The `403` and the `429` have one body each and no code.
 */
export const ERROR_CODES = {
  unreadable_body: "The body is not what its media type says: no JSON, no UTF-8, a broken form or CSV",
  missing_body: "A body is expected, and none was sent",
  missing_key: "A required key is absent",
  unknown_key: "A key that means nothing here",
  wrong_format: "The value is not of the type or format that is expected",
  not_storable: "The value could not be stored and read back equal",
  out_of_range: "The value is beyond what can be stored",
  too_large: "The value is longer or larger than allowed",
  too_many: "More items, filters or points than allowed",
  too_few: "Fewer items than needed",
  unknown_reference: "The value names no object of this location",
  already_taken: "The value belongs to another object",
  not_removable: "A key that must stay was sent as null",
  not_public: "The address is not publicly reachable",
  in_the_future: "The time lies in the future",
  wrong_order: "The end lies before the start",
  wrong_state: "The object is in a state that does not allow it",
  last_administrator: "The last active global administrator cannot be taken away",
  confirm_needed: "What is removed or replaced must be confirmed in the request",
  not_confirmed: "The session's password, or its identity provider, is asked for again",
  wrong_password: "The present password is another one",
  guessable_password: "The new password is too easy to guess",
  link_ended: "The link has ended or was used",
  wrong_answer: "An answer at the door is missing or not of its question's type",
  idempotency_key_reused: "The Idempotency-Key was used for another request within 24 hours",
  unreadable_request: "The request line, a header or the path cannot be read",
  not_found: "No such object, or one that the credential does not cover",
  no_such_endpoint: "No such path and method",
  no_webhooks: "The plan of the location has no webhooks",
  body_too_large: "The body has more bytes than the endpoint takes",
  unsupported_media_type: "The body is of a media type that the endpoint does not take",
  database_unavailable: "The database cannot be reached at this moment",
  disk_full: "There is no room to store anything; reading still works",
  query_too_slow: "The query took too long; narrow it",
  busy: "Too much of this is under way; try again shortly",
  stopping: "The process is about to stop; try again",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
