import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { readSeal } from "../../server/resources/agreements/seal.ts";
import { type Config, readConfig } from "../../server/platform/config/config.ts";
import { findPreviousKey } from "../../server/platform/secret-key.ts";
import { type Command, EXIT, Failure, nothingFound } from "../lib/command.ts";
import { print, printToStderr } from "../lib/output.ts";

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

const read = async (path: string, missing: Failure): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) throw missing;
    throw new Failure(`Can't read ${path}: ${error instanceof Error ? error.message : "unknown error"}`);
  }
};

/** The service's existing key: a new one would make every document look altered. */
const findKey = async ({ secretKey, dataDir }: Config): Promise<string> => {
  if (secretKey !== undefined) return secretKey;
  const missing = new Failure(
    `There's no key in ${dataDir}. Set SECRET_KEY or DATA_DIR to the same values as for the server.`,
  );
  return (await read(join(dataDir, "secret.key"), missing)).toString("utf8");
};

export const command: Command = {
  operands: ["FILE"],
  about: [
    "Checks that a signed agreement (the PDF from GET /visitors/{visitorId}/agreements/{agreement_id}/pdf) was created by this server and hasn't been altered, not even by one byte. Exit code 0: genuine. 1: not genuine.",
    "The proof is in the file, made with SECRET_KEY (or SECRET_KEY_PREVIOUS). You don't need a database or a running server, and it still works after the visit has been erased.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs verify signed-agreement.pdf"],
  run: async (given) => {
    const [path = ""] = given.operands;
    const file = await read(path, nothingFound(`Can't find ${path}.`));
    const config = readConfig();
    const secretKey = await findKey(config);
    const sealed = readSeal({ secretKey, previousKey: await findPreviousKey(config, secretKey) }, file);
    if (sealed === undefined) {
      printToStderr(
        `${path} is NOT genuine: it has been altered, or it wasn't created by this server (with this SECRET_KEY).`,
      );
      return EXIT.failed;
    }
    const { visit, agreement, version, signed } = sealed;
    print(`${path} is genuine and hasn't been altered.`);
    print(`Agreement ${agreement}, version ${version}, signed ${signed} during visit ${visit}.`);
    return EXIT.done;
  },
};
