import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { type Config, ConfigError, SECRET_LENGTH_MIN } from "./config/config.ts";
import { makeFolder } from "./lib/folders.ts";

const write = async (path: string, text: string): Promise<void> => {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** Written to another file and then linked: two processes that start at once both read the same key. */
const create = async (folder: string, path: string): Promise<void> => {
  await makeFolder(folder, 0o700);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await write(draft, randomBytes(32).toString("hex"));
  try {
    await link(draft, path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

/** Errors: ConfigError for a truncated file. */
const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    const text = await readFile(path, "utf8");
    if (text.trim().length >= SECRET_LENGTH_MIN) return text;
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
    return undefined;
  }
  throw new ConfigError([
    `${path} doesn't contain a valid key: it must have at least ${SECRET_LENGTH_MIN} characters. Restore it, or remove it.`,
  ]);
};

/** The existing key: `SECRET_KEY`, or else `DATA_DIR/secret.key`; undefined if there is neither. */
export const findSecretKey = async ({
  secretKey,
  dataDir,
}: Pick<Config, "secretKey" | "dataDir">): Promise<string | undefined> => {
  if (secretKey !== undefined) return secretKey;
  return readIfThere(join(dataDir, "secret.key"));
};

/**
 * The previous key, for data that still needs it: `SECRET_KEY_PREVIOUS` or, if the current one is a file too,
 * `DATA_DIR/secret.key.previous`. Undefined if there is neither, and if it is the current one.
 * @param present the key in use
 */
export const findPreviousKey = async (
  { secretKey, previousKey, dataDir }: Pick<Config, "secretKey" | "previousKey" | "dataDir">,
  present: string | undefined,
): Promise<string | undefined> => {
  const kept = secretKey === undefined ? await readIfThere(join(dataDir, "secret.key.previous")) : undefined;
  const found = previousKey ?? kept;
  return found === present ? undefined : found;
};

/** The key that signs links: `SECRET_KEY`, or else `DATA_DIR/secret.key`, which is created if it is missing. */
export const loadSecretKey = async ({ secretKey, dataDir }: Pick<Config, "secretKey" | "dataDir">): Promise<string> => {
  const found = await findSecretKey({ secretKey, dataDir });
  if (found !== undefined) return found;
  const path = join(dataDir, "secret.key");
  await create(dataDir, path);
  return readFile(path, "utf8");
};
