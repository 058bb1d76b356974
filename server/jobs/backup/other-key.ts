/** What does not work after a restore with another SECRET_KEY than the backup's. */
export const OTHER_KEY_CONSEQUENCES: readonly string[] = [
  "The backup was made with a different SECRET_KEY from the one set now. With this one:",
  "  - webhook passwords and signing secrets can't be read: save each webhook again with its password, and give the new secret to each endpoint;",
  "  - earlier signed agreements can't be verified (node bin/foyer.mjs verify), and audit log seals aren't checked (node bin/foyer.mjs audit verify);",
  "  - links in emails already sent (invitations, approvals, passwords) no longer work;",
  "  - Foyer can't tell whether the backup was swapped for another one.",
  "To avoid this, stop here, put the old key in DATA_DIR/secret.key or SECRET_KEY (or beside the new one, in SECRET_KEY_PREVIOUS), and restore again.",
];
