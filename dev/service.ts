// The service without built pages: dev/pages.ts serves them from their sources.
import { readConfig } from "../server/platform/config/config.ts";
import { makeLogger } from "../server/platform/logger.ts";
import { startService } from "../server/service.ts";
import { stopOnSignals } from "../server/signals.ts";

const config = readConfig();
const log = makeLogger(config.logLevel);
stopOnSignals(await startService(config, log), log);
process.send?.("ready");
