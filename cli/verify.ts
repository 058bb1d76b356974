import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { readSeal } from "../server/agreements/seal.ts";
import { type Config, readConfig } from "../server/config.ts";
import { findPreviousKey } from "../server/secret-key.ts";
import { type Command, EXIT, Failure, nothingFound } from "./command.ts";
import { print, tell } from "./output.ts";

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

const read = async (path: string, missing: Failure): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) throw missing;
    throw new Failure(`${path} cannot be read: ${error instanceof Error ? error.message : "unknown error"}`);
  }
};

/** The service's key, which must be there already: a new one would call every document altered. */
const findKey = async ({ secretKey, dataDir }: Config): Promise<string> => {
  if (secretKey !== undefined) return secretKey;
  const missing = new Failure(`There is no key in ${dataDir}. Set SECRET_KEY or DATA_DIR as the service has it.`);
  return (await read(join(dataDir, "secret.key"), missing)).toString("utf8");
};

export const verifyDocument: Command = {
  operands: ["FILE"],
  about: [
    "Tells whether a signed agreement, as GET /visitors/{visitorId}/agreements/{agreement_id}/pdf gives it, was made by this service and is unaltered. Exit code 0: it is. 1: it is not, down to a single byte.",
    "The file carries its proof, made with SECRET_KEY (or the one before it, SECRET_KEY_PREVIOUS): neither a database nor a running service is needed, and it holds after the visit was erased.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs verify signed-agreement.pdf"],
  run: async (given) => {
    const [path = ""] = given.operands;
    const file = await read(path, nothingFound(`There is no file ${path}.`));
    const config = readConfig();
    const secretKey = await findKey(config);
    const sealed = readSeal({ secretKey, previousKey: await findPreviousKey(config, secretKey) }, file);
    if (sealed === undefined) {
      tell(`${path} is NOT genuine: it was altered, or this service (with this SECRET_KEY) did not make it.`);
      return EXIT.failed;
    }
    const { visit, agreement, version, signed } = sealed;
    print(`${path} is genuine and unaltered.`);
    print(`Agreement ${agreement}, version ${version}, signed ${signed} during visit ${visit}.`);
    return EXIT.done;
  },
};
