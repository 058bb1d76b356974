import { type Config, readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { greeting } from "./greeting.ts";
import { startHeartbeat } from "./lib/heartbeat.ts";
import { makeLogger } from "./logger.ts";
import { requireFolders } from "./required-folders.ts";
import { type Service, startService } from "./service.ts";
import { reloadOnHangup, stopOnSignals } from "./signals.ts";
import { logStart } from "./start-log.ts";
import { buildPages } from "../web/build.ts";

const say = (text: string): void => void process.stdout.write(text);

/** Pages are built from their sources when these have changed; a worker shows none. */
const buildPagesFor = async ({ role, webDir }: Config): Promise<void> => {
  if (role === "worker") return;
  await buildPages(webDir, () => say("Building the pages, which takes some seconds after each change of them …\n"));
};

const run = async (config: Config, began: number): Promise<void> => {
  const log = makeLogger(config.logLevel);
  let service: Service | undefined;
  reloadOnHangup(() => service, log);
  await requireFolders(config);
  await buildPagesFor(config);
  service = await startService(config, log);
  stopOnSignals(service, log);
  startHeartbeat();
  const startedMs = performance.now() - began;
  logStart(log, service, config, startedMs);
  say(greeting(service, config, startedMs));
};

/**
 * Runs the service until it is told to stop.
 * @param role what this process does, instead of ROLE
 * @returns the exit code when it could not start
 */
export const main = async (role?: string): Promise<number | undefined> => {
  const began = performance.now();
  let listening = {};
  try {
    const config = readConfig(undefined, role === undefined ? {} : { ROLE: role, ROLE_FILE: undefined });
    listening = config;
    await run(config, began);
    return undefined;
  } catch (error) {
    const words = explain(error, listening);
    if (words === undefined) throw error;
    process.stderr.write(`\n${words}\n\n`);
    return 1;
  }
};
