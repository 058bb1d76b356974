import { isatty } from "node:tty";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { ConfigError, readCertificate } from "./platform/config/config.ts";
import { certificateProblem } from "./platform/http/edge/certificate.ts";
import { onParentExit } from "./platform/lib/async/parent-process.ts";
import type { Service } from "./service.ts";

/** How long stopping may take before the process ends anyway. */
const STOP_MS_MAX = 15_000;

/** The reason of a stop in the log. */
type StopReason = "SIGTERM" | "SIGINT" | "the launcher is gone";

const stopFor = async (reason: StopReason, service: Service, log: Logger): Promise<void> => {
  const began = performance.now();
  log.info({ reason }, "stopping");
  const late = wait(STOP_MS_MAX, "late", { ref: false });
  const outcome = await Promise.race([service.stop(), late]);
  const facts = { reason, ms: Math.round(performance.now() - began), pid: process.pid };
  if (outcome === "late") log.warn(facts, "stopped, although not everything had finished");
  else log.info(facts, "stopped");
  process.exit(0);
};

/**
 * Stops the service on SIGTERM and SIGINT, and when its parent process is gone; only once, however often it is told to.
 */
export const stopOnSignals = (service: Service, log: Logger): void => {
  let stopping: Promise<void> | undefined;
  const stop = (reason: StopReason) => (): void => void (stopping ??= stopFor(reason, service, log));
  process.on("SIGTERM", stop("SIGTERM"));
  process.on("SIGINT", stop("SIGINT"));
  onParentExit(stop("the launcher is gone"));
};

const reasonOf = (error: unknown): Record<string, unknown> =>
  error instanceof ConfigError
    ? { reason: error.problems.join(" ") }
    : { code: Object(error).code, reason: certificateProblem(error) };

const readCertificateAgain = (service: Service, log: Logger): void => {
  try {
    const given = readCertificate();
    if (given === undefined) return log.info("SIGHUP: there is nothing to reload, TLS_CERT is not set");
    const ends = new Date(service.replaceCertificate(given)).toISOString();
    log.info({ ends }, "SIGHUP: the certificate was reloaded and is used for new connections");
  } catch (error) {
    log.error(reasonOf(error), "SIGHUP: the new certificate can't be used; the previous one remains in use");
  }
};

/**
 * SIGHUP reloads TLS_CERT and TLS_KEY, as certbot's hooks and logrotate expect, unless the terminal that started the
 * service was closed: then it acts like SIGTERM.
 * @param ready the service, once it has started; before that, the start itself reads the certificate
 */
export const reloadOnHangup = (ready: () => Service | undefined, log: Logger): void => {
  const startedInTerminal = isatty(0);
  process.on("SIGHUP", () => {
    // A closed terminal is no longer a terminal.
    if (startedInTerminal && !isatty(0)) return void process.kill(process.pid, "SIGTERM");
    const service = ready();
    if (service !== undefined) readCertificateAgain(service, log);
  });
};
