import { makeDocumentRenderer } from "../server/agreements/renderer.ts";
import { makePasswords } from "../server/auth/passwords.ts";
import { makeProviderKeys } from "../server/auth/provider-keys.ts";
import type { Config } from "../server/config.ts";
import type { Context } from "../server/context.ts";
import type { Db } from "../server/db/database.ts";
import { makeShares } from "../server/db/share.ts";
import { makeWake } from "../server/events/wake.ts";
import { type Act, systemAct } from "../server/http/call.ts";
import { makeLogger } from "../server/logger.ts";
import { makeMeters } from "../server/observe/meters.ts";
import { withDatabase } from "./database.ts";

/** What the rules are given. No command signs a link, so a key that is not there is not made. */
export const contextFor = async (config: Config, db: Db): Promise<Context> => {
  const log = makeLogger("silent");
  return {
    config,
    db,
    // One caller, who may use all there is.
    shares: makeShares({ most: Infinity, mostLists: Infinity }),
    // Nobody listens in a command: a service that runs beside it looks once a second.
    wake: makeWake(),
    log,
    meters: makeMeters(),
    passwords: await makePasswords(),
    documents: makeDocumentRenderer(),
    providerKeys: makeProviderKeys(config.idpAuthority, log),
    secretKey: config.secretKey ?? "",
    previousKey: config.previousKey,
    now: Date.now,
  };
};

/** Runs the same rules as a request does, on the service's database, as the system. */
export const withAct = (options: { creates: boolean }, work: (act: Act) => Promise<number>): Promise<number> =>
  withDatabase(options, async ({ config, db }) => work(systemAct(await contextFor(config, db), "command line")));
