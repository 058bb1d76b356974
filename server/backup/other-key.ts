/** What will not work after a restore with another SECRET_KEY than the one that the backup was made with. */
export const OTHER_KEY: readonly string[] = [
  "The backup was made with another SECRET_KEY than the one that is set now. With this one:",
  "  - passwords and signing secrets of webhooks cannot be read: save each webhook again, with its password, and give receivers the new secret;",
  "  - signed agreements made before cannot be proved genuine (node bin/foyer.mjs verify), and the seals of the audit log are not checked (node bin/foyer.mjs audit verify);",
  "  - links in mails sent before (invitations, decisions, passwords) have ended;",
  "  - whether somebody exchanged the backup for another cannot be told.",
  "To avoid all of that, stop here, put the old key into DATA_DIR/secret.key or SECRET_KEY (or beside the new one, into SECRET_KEY_PREVIOUS), and restore again.",
];
