import { gatherConnections } from "../../connections/connections.ts";
import { type DatabaseCheck, type Finding, inWords, warning } from "./check.ts";

/** Webhooks, and directories that Foyer reads itself, have a check of their own. Errors of messages can name a recipient: the outbox has them. */
const failing: DatabaseCheck = async (db, { config }) => {
  const found = await gatherConnections({ db, config }, null);
  return found.flatMap(({ kind, state, name = "", error = "", next_try }): Finding[] => {
    if (state !== "failing" || (kind !== "login_provider" && kind !== "directory") || next_try !== undefined) return [];
    const what = kind === "directory" ? "directory" : "login provider";
    const fix = "See Connections in the console; its settings have a test, or its latest requests.";
    const failed = warning("Connection", `the last use of the ${what} "${name}" failed: ${error}`, fix);
    return [
      inWords(failed, kind === "directory" ? "directoryFailing" : "loginProviderFailing", { name, reason: error }),
    ];
  });
};

/** The check of what Foyer is connected to; it needs the tables. */
export const connectionChecks: readonly DatabaseCheck[] = [failing];
