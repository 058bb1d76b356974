import type { Manifest } from "./manifest.ts";

const KEYS_PLACE = "in DATA_DIR/secret.key or SECRET_KEY (or beside the new one, in SECRET_KEY_PREVIOUS)";

const reasonOf = ({ key }: Pick<Manifest, "key">): string =>
  key === null
    ? "The backup isn't sealed with any SECRET_KEY"
    : "The backup isn't sealed with the SECRET_KEY set now, nor with the previous one";

/** Why a backup that none of our keys sealed isn't restored, and what to do. */
export const unsealedRefusal = (manifest: Pick<Manifest, "key">): string =>
  `${reasonOf(manifest)}, so Foyer can't tell whether it was altered or swapped. Put the key of the server that made it ${KEYS_PLACE}, then restore again. If that key is lost and you trust the file, use: node bin/foyer.mjs restore FILE --accept-unsealed.`;

/** What is said before a backup is restored that none of our keys sealed. */
export const unsealedWarning = (manifest: Pick<Manifest, "key">): string[] => [
  `${reasonOf(manifest)}. So:`,
  "  - Foyer can't tell whether the backup was altered or swapped: an administrator may have been added to it;",
  ...(manifest.key === null
    ? []
    : [
        "  - webhook passwords and signing secrets can't be read: save each webhook again with its password, and give the new secret to each endpoint;",
        "  - earlier signed agreements can't be verified (node bin/foyer.mjs verify), and audit log seals aren't checked (node bin/foyer.mjs audit verify);",
        "  - links in emails already sent (invitations, approvals, passwords) no longer work.",
        `To avoid this, stop here (Ctrl-C), put the old key ${KEYS_PLACE}, and restore again.`,
      ]),
  "",
];
