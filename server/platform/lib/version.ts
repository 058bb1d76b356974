import { readFileSync } from "node:fs";
import { join } from "node:path";

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"),
);

/** The version of this program, as in package.json. */
export const VERSION = version;
