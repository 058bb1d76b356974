// npm run dev: the service with the demo's data, restarted when its sources change, and the pages as they are edited.
import { createServer } from "node:net";
import { join, relative } from "node:path";

import { type Config, readConfig } from "../server/platform/config/config.ts";
import { openSource } from "../server/platform/db/source.ts";
import { onParentExit } from "../server/platform/lib/async/parent-process.ts";
import { makeLogger } from "../server/platform/logger.ts";
import { explainError } from "../server/explain-error.ts";
import { ROLES } from "../shared/roles.ts";
import { emailOf, fillWithDemo, PASSWORD } from "./demo.ts";
import { servePages } from "./pages.ts";
import { type ServiceProcess, startServiceProcess } from "./service-process.ts";

const PROJECT = join(import.meta.dirname, "..");
/** The sources of the service. */
const WATCHED = ["server", "shared", "texts", "cli", "migrations"];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

const greeting = (url: string, dataDir: string, startedMs: number): string =>
  [
    "",
    `  Foyer is ready for development (${(startedMs / 1000).toFixed(1)} s)`,
    "",
    `  Open       ${url}`,
    `  Log in     ${ROLES.map(emailOf).join("\n             ")}`,
    `  Password   ${PASSWORD}`,
    `  Data       ${relative(process.cwd(), dataDir)} (remove it to begin again)`,
    "",
    "",
  ].join("\n");

/** Undone in the reverse order. */
const steps: (() => Promise<unknown>)[] = [];
const stopAll = async (): Promise<void> => {
  for (const stop of steps.splice(0).toReversed()) await stop();
};

/** Opens the configured database, with the demo in it. @returns its URL, for the service that is restarted on it */
const openDatabase = async (config: Config): Promise<string> => {
  const log = makeLogger("warn");
  const source = await openSource(config, { warn: (line) => log.warn(line), error: (line) => log.error(line) });
  steps.push(() => source.stop());
  await fillWithDemo();
  return config.databaseUrl ?? `postgres://foyer@/foyer?host=${String(source.connection.host)}`;
};

const startServer = (config: Config, port: number, databaseUrl: string): ServiceProcess => {
  const service = startServiceProcess({
    ...process.env,
    DATABASE_URL: databaseUrl,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: config.publicUrl,
    // No pages of an earlier build, nor a service worker that would cache them.
    WEB_DIR: join(config.dataDir, "no-pages"),
  });
  steps.push(service.stop);
  return service;
};

const start = async (): Promise<void> => {
  process.env["DATA_DIR"] ??= join(PROJECT, "data-dev");
  process.env["LOG_LEVEL"] ??= "warn";
  const config = readConfig();
  const { host, port, dataDir, publicUrl } = config;
  const servicePort = await freePort();
  const service = startServer(config, servicePort, await openDatabase(config));
  const pages = await servePages({
    host,
    port,
    service: `http://127.0.0.1:${servicePort}`,
    ready: service.ready,
    cacheDir: join(dataDir, "vite"),
    watched: { folders: WATCHED, onChange: service.restart },
  });
  steps.push(() => pages.close());
  await service.ready();
  process.stdout.write(greeting(publicUrl, dataDir, performance.now()));
};

let stopping: Promise<void> | undefined;
const stop = (): void => {
  stopping ??= stopAll().then(() => process.exit());
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
onParentExit(stop);

try {
  await start();
} catch (error) {
  process.stderr.write(`\n${explainError(error, {}) ?? String(error)}\n\n`);
  process.exitCode = 1;
  stop();
}
