/**
 * Why an email to an address such as `jörg@example.org` failed, as the outbox has it; the console says it in its own
 * language.
 */
export const NO_SMTPUTF8 =
  "The mail server doesn't take addresses with letters other than a to z before the @: it lacks SMTPUTF8.";
