import { makeDocumentRenderer } from "../../server/resources/agreements/renderer.ts";
import { makePasswords } from "../../server/platform/auth/passwords/passwords.ts";
import { makeProviderKeys } from "../../server/platform/auth/provider/provider-keys.ts";
import type { Config } from "../../server/platform/config/config.ts";
import type { Context } from "../../server/platform/context.ts";
import type { Db } from "../../server/platform/db/database.ts";
import { makeQuotas } from "../../server/platform/db/connection-quota.ts";
import { makeChangeNotifier } from "../../server/platform/events/change-notifier.ts";
import { makeBodyReader } from "../../server/platform/http/input/bodies/body-reader.ts";
import { type RequestContext, systemContext } from "../../server/platform/http/request-context.ts";
import { makeLogger } from "../../server/platform/logger.ts";
import { makeMetrics } from "../../server/platform/observe/metric-registry.ts";
import { withDatabase } from "./database.ts";

/** The context of the rules. Commands sign no links, so a missing key is not created. */
export const contextFor = (config: Config, db: Db): Context => {
  const log = makeLogger("silent");
  return {
    config,
    db,
    // A caller with every right.
    quotas: makeQuotas(Infinity, Infinity),
    // A command has no readers of the log: a service running beside it polls once a second.
    changes: makeChangeNotifier(),
    log,
    metrics: makeMetrics(),
    passwords: makePasswords(),
    documents: makeDocumentRenderer(),
    bodies: makeBodyReader(),
    providerKeys: makeProviderKeys(config.idpAuthority, log),
    secretKey: config.secretKey ?? "",
    previousKey: config.previousKey,
    now: Date.now,
  };
};

/** Runs the same rules as a request, on the service's database, as the system. */
export const withContext = (
  options: { creates: boolean },
  work: (ctx: RequestContext) => Promise<number>,
): Promise<number> =>
  withDatabase(options, ({ config, db }) => work(systemContext(contextFor(config, db), "command line")));
