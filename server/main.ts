import { type Config, readConfig } from "./platform/config/config.ts";
import { explainError } from "./explain-error.ts";
import { greeting } from "./start-greeting.ts";
import { startHeartbeat } from "./platform/lib/async/heartbeat.ts";
import { makeLogger } from "./platform/logger.ts";
import { requireFolders } from "./required-folders.ts";
import { type Service, startService } from "./service.ts";
import { reloadOnHangup, stopOnSignals } from "./signals.ts";
import { isOnTerminal, logStart, warnOfExpired, warnOfSkew } from "./start-log.ts";

const print = (text: string): void => void process.stdout.write(text);

const run = async (config: Config, prepare: (config: Config) => Promise<void>, began: number): Promise<void> => {
  const log = makeLogger(config.logLevel);
  let service: Service | undefined;
  reloadOnHangup(() => service, log);
  await requireFolders(config);
  await prepare(config);
  service = await startService(config, log);
  stopOnSignals(service, log);
  startHeartbeat();
  const startedMs = performance.now() - began;
  if (!isOnTerminal()) logStart(log, service, config, startedMs);
  warnOfSkew(log, service);
  warnOfExpired(log, config, Date.now());
  print(greeting(service, config, startedMs));
};

/**
 * Runs the service until it is told to stop.
 * @param role this process's role, instead of ROLE
 * @param prepare what is done first, once settings and folders are known to be usable
 * @returns the exit code if it could not start
 */
export const main = async (
  role: string | undefined,
  prepare: (config: Config) => Promise<void>,
): Promise<number | undefined> => {
  const began = performance.now();
  let listening = {};
  try {
    const config = readConfig(undefined, role === undefined ? {} : { ROLE: role, ROLE_FILE: undefined });
    listening = config;
    await run(config, prepare, began);
    return undefined;
  } catch (error) {
    const words = explainError(error, listening);
    if (words === undefined) throw error;
    process.stderr.write(`\n${words}\n\n`);
    return 1;
  }
};
