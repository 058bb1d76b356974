import { makePasswords } from "../server/auth/passwords.ts";
import type { Credential } from "../server/auth/credential.ts";
import type { Config } from "../server/config.ts";
import type { Context } from "../server/context.ts";
import type { Database } from "../server/db/database.ts";
import type { Act } from "../server/http/call.ts";
import { newId, SERVICE_LOCATION } from "../server/lib/ids.ts";
import { makeLogger } from "../server/logger.ts";
import { withDatabase } from "./database.ts";

/** Who acts from the command line: whoever can run it on the machine owns the data anyway. The log says `system`. */
const system: Credential = {
  kind: "system",
  _id: SERVICE_LOCATION,
  name: "command line",
  role: "global_admin",
  locations: "all",
};

/** What the rules are given. No command signs a link, so a key that is not there is not made. */
export const contextFor = async (config: Config, db: Database): Promise<Context> => ({
  config,
  db,
  log: makeLogger("silent"),
  passwords: await makePasswords(),
  secretKey: config.secretKey ?? "",
  now: Date.now,
});

/** Runs the same rules as a request does, on the service's database, as the system. */
export const withAct = (options: { creates: boolean }, work: (act: Act) => Promise<number>): Promise<number> =>
  withDatabase(options, async ({ config, db }) =>
    work({ context: await contextFor(config, db), db, who: system, now: Date.now(), requestId: newId() }),
  );
