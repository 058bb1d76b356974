import type { Db, Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { isSealedWith, seal, unseal } from "../../platform/lib/secret/sealing.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";

const purposeOf = (id: string): string => `note of watch entry ${id}`;

/** The note of an entry as it is stored. */
export const sealNote = (secretKey: string, id: string, note: string): string => seal(secretKey, purposeOf(id), note);

/** The note of an entry as it was written; undefined if no key opens it. */
export const openNote = (keys: SecretKeys, id: string, sealed: string): string | undefined =>
  unseal(keys, purposeOf(id), sealed);

type SealedNote = { company_id: string; _id: string; note: string };

const LIST: Statement = {
  name: "list-watch-notes",
  text: "select company_id, _id, note from watch_entries where note is not null",
};
const REPLACE: Statement = {
  name: "replace-watch-note",
  text: "update watch_entries set note = $4 where company_id = $1 and _id = $2 and note = $3 returning _id",
};

const replaceNote = async (db: Db, { company_id, _id, note }: SealedNote, next: string): Promise<boolean> =>
  (await db.named(REPLACE, [company_id, _id, note, next])).length > 0;

/**
 * Seals the notes of all entries with the current key, beside the running service; no log entry is written.
 * @returns how many were resealed, and how many neither key opens
 */
export const resealNotes = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ resealed: number; lost: number }> => {
  const counts = { resealed: 0, lost: 0 };
  for (const row of await db.named<SealedNote>(LIST, [])) {
    if (isSealedWith(context.secretKey, row.note)) continue;
    const note = openNote(context, row._id, row.note);
    if (note === undefined) counts.lost += 1;
    else if (await replaceNote(db, row, sealNote(context.secretKey, row._id, note))) counts.resealed += 1;
  }
  return counts;
};
