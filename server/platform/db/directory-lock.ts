import { badRequest } from "../lib/errors.ts";
import type { Db, Statement } from "./database.ts";

const NAME: Statement = { name: "find-directory-name", text: "select name from directories where _id = $1" };

/**
 * Refuses a change of what a directory says of its hosts and users (docs/directories.md). @param field the first such field
 * that would change, if any. Errors: `400` that names the directory
 */
export const checkUnlocked = async (
  db: Db,
  { directory_id }: { directory_id: string | null },
  field: string | undefined,
): Promise<void> => {
  if (directory_id === null || field === undefined) return;
  const [directory] = await db.named<{ name: string }>(NAME, [directory_id]);
  const name = directory?.name ?? directory_id;
  throw badRequest(
    field === "_id"
      ? `This record comes from the directory "${name}". Remove the person there.`
      : `"${field}" comes from the directory "${name}". Change it there.`,
    "from_directory",
    field === "_id" ? undefined : field,
  );
};
