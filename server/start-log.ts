import type { Logger } from "pino";

import { channels, urlSettingOf } from "./platform/channels/channels.ts";
import type { Config } from "./platform/config/config.ts";
import { SKEW_MS_MAX } from "./platform/db/server-info.ts";
import { certificateEnd } from "./platform/http/edge/certificate.ts";
import { VERSION } from "./platform/lib/version.ts";
import type { Service } from "./service.ts";

/** The settings that distinguish installations. For secrets, mail servers and gateways, only whether they are set. */
const settingsOf = (config: Config): Record<string, unknown> => ({
  listen: `${config.host}:${config.port}`,
  publicUrl: config.publicUrl,
  dataDir: config.dataDir,
  backupDir: config.backup.dir,
  dailyBackup: config.backup.time !== undefined,
  logLevel: config.logLevel,
  trustedProxies: config.trustedProxies,
  set: Object.entries({
    DATABASE_URL: config.databaseUrl,
    DATABASE_DIRECT_URL: config.directUrl,
    DATABASE_REPLICA_URL: config.replica,
    TLS_CERT: config.tls,
    ...Object.fromEntries(channels.map((channel) => [urlSettingOf(channel), config.channels[channel.kind]])),
    OIDC_ISSUER: config.oidc,
    SECRET_KEY: config.secretKey,
    SECRET_KEY_PREVIOUS: config.previousKey,
    METRICS_TOKEN: config.metricsToken,
    OTEL_EXPORTER_OTLP_ENDPOINT: config.traces,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name])),
});

type StartedService = Pick<Service, "database" | "shownDatabase" | "migrated">;

/** Whether people read the log on a terminal: the greeting then says the same as the start's log line. */
export const isOnTerminal = ({ stderr }: Pick<NodeJS.Process, "stderr"> = process): boolean => stderr.isTTY;

/** The first and the last migration of many: an update may apply dozens. */
const rangeOf = (migrated: readonly string[]): string =>
  migrated.length === 0 ? "" : [...new Set([migrated[0], migrated.at(-1)])].join(" to ");

/** Logs that the service is ready, with its settings. @param startedMs how long it took */
export const logStart = (log: Logger, service: StartedService, config: Config, startedMs: number): void => {
  log.info(
    {
      version: VERSION,
      node: process.versions.node,
      pid: process.pid,
      role: config.role,
      ms: Math.round(startedMs),
      postgres: service.database.version,
      database: service.shownDatabase,
      migrated: rangeOf(service.migrated),
      settings: settingsOf(config),
    },
    "started",
  );
};

/** Logs that the certificate in use has expired: the service starts, and no browser connects to it. */
export const warnOfExpired = (log: Logger, { tls }: Pick<Config, "tls">, now: number): void => {
  const end = tls && certificateEnd(tls);
  if (end !== undefined && end <= now)
    log.warn(
      { ended: new Date(end).toISOString() },
      "the certificate in TLS_CERT has expired: browsers and kiosks refuse it. Renew it, then send SIGHUP",
    );
};

/** Logs a difference between this machine's clock and the database's. */
export const warnOfSkew = (log: Logger, { database: { skewMs } }: Pick<Service, "database">): void => {
  if (Math.abs(skewMs) > SKEW_MS_MAX)
    log.warn(
      { aheadMs: Math.round(skewMs) },
      "this machine's clock differs from the database's: set both by NTP, because visit times and key expiry depend on them",
    );
};
