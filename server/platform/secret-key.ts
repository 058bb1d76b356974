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

/** Written whole under another name and then linked: of two processes that start at once both read the same key. */
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

/** Errors: ConfigError for a file that is cut. */
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

/** The key that is there: `SECRET_KEY`, else `DATA_DIR/secret.key`; undefined when there is neither. */
export const findSecretKey = async ({
  secretKey,
  dataDir,
}: Pick<Config, "secretKey" | "dataDir">): Promise<string | undefined> => {
  if (secretKey !== undefined) return secretKey;
  return readIfThere(join(dataDir, "secret.key"));
};

/**
 * The key before it, for what is still to be read with that: `SECRET_KEY_PREVIOUS`, else, where the present one is a file too,
 * `DATA_DIR/secret.key.previous`. Undefined when there is neither, and when it is the present one.
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

/** The key that signs links: `SECRET_KEY`, else `DATA_DIR/secret.key`, which is made when it is not there. */
export const loadSecretKey = async ({ secretKey, dataDir }: Pick<Config, "secretKey" | "dataDir">): Promise<string> => {
  const found = await findSecretKey({ secretKey, dataDir });
  if (found !== undefined) return found;
  const path = join(dataDir, "secret.key");
  await create(dataDir, path);
  return readFile(path, "utf8");
};
