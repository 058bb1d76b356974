// Shared by both launchers. Must parse and run on Node 20: no TypeScript, no packages.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { handOver } from "./handover.mjs";
import { ensurePackages } from "./packages.mjs";

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs the packages if necessary, then runs a script of the project on Node 24. */
export const launch = async (script, args, project = PROJECT) => {
  try {
    await ensurePackages(project);
    await handOver(project, script, args);
  } catch (error) {
    // A failure of the script itself, run in this process, keeps its stack.
    if (error?.code !== "FOYER_SETUP") throw error;
    console.error(error.message);
    process.exit(1);
  }
};
