import { setTimeout as wait } from "node:timers/promises";

import { type Config, readConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { onParentGone } from "./lib/parent.ts";
import { makeLogger } from "./logger.ts";
import { type Service, startService } from "./service.ts";
import { buildPages } from "../web/build.ts";

/** The most that stopping may take before the process ends anyway. */
const STOP_MS_MAX = 15_000;

const say = (text: string): void => void process.stdout.write(text);

/** Where people, or whoever watches a worker, find it. */
const addresses = ({ url }: Service, { role, publicUrl }: Config): string[] =>
  role === "worker"
    ? [
        "  Role       worker: background work, no requests",
        `  Health     ${url}/healthz, ${url}/readyz, ${url}/metrics`,
      ]
    : [
        ...(role === "api" ? ["  Role       api: requests; a worker does the rest"] : []),
        `  Open       ${publicUrl}`,
        `  Interface  ${publicUrl}/api, described at ${publicUrl}/docs`,
      ];

const greeting = (service: Service, config: Config, startedMs: number): string => {
  const lines = [
    "",
    `  Foyer is ready (${(startedMs / 1000).toFixed(1)} s)`,
    "",
    ...addresses(service, config),
    `  Data       ${service.shownDatabase}`,
  ];
  if (service.setupLink !== undefined)
    lines.push(
      "",
      "  There is no administrator yet. Create the first one here, within 30 minutes:",
      "",
      `  ${service.setupLink}`,
    );
  return `${lines.join("\n")}\n\n`;
};

const stopOnSignals = (service: Service): void => {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await Promise.race([service.stop(), wait(STOP_MS_MAX, undefined, { ref: false })]);
    process.exit(0);
  };
  const onSignal = (): void => void stop();
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.on("SIGHUP", onSignal);
  onParentGone(onSignal);
};

/** Pages are built from their sources when these have changed; a worker shows none. */
const buildPagesFor = async ({ role, webDir }: Config): Promise<void> => {
  if (role === "worker") return;
  await buildPages(webDir, () => say("Building the pages, which takes some seconds after each change of them …\n"));
};

/**
 * Runs the service until it is told to stop.
 * @param role what this process does, instead of ROLE
 * @returns the exit code when it could not start
 */
export const main = async (role?: string): Promise<number | undefined> => {
  const started = performance.now();
  let listening = {};
  try {
    const config = readConfig(undefined, role === undefined ? {} : { ROLE: role, ROLE_FILE: undefined });
    listening = config;
    await buildPagesFor(config);
    const service = await startService(config, makeLogger(config.logLevel));
    stopOnSignals(service);
    say(greeting(service, config, performance.now() - started));
    return undefined;
  } catch (error) {
    const words = explain(error, listening);
    if (words === undefined) throw error;
    process.stderr.write(`\n${words}\n\n`);
    return 1;
  }
};
