import type { Logger } from "pino";

import type { DocumentRenderer } from "../resources/agreements/renderer.ts";
import type { Passwords } from "./auth/passwords/passwords.ts";
import type { ProviderKeys } from "./auth/provider/provider-keys.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "./db/database.ts";
import type { Replica } from "./db/replica.ts";
import type { DiskSpace } from "./db/disk-space.ts";
import type { ConnectionQuotas } from "./db/connection-quota.ts";
import type { ChangeNotifier } from "./events/change-notifier.ts";
import type { BodyReader } from "./http/input/bodies/body-reader.ts";
import type { Certificate } from "./http/edge/certificate.ts";
import type { Metrics } from "./observe/metric-registry.ts";
import type { Tracing } from "./observe/tracing.ts";

/** The parts of the service: built once, passed down by parameter. Tests pass in their own clock. */
export type Context = {
  config: Config;
  db: Db;
  /** How many of the connections a location may use at once, so that none keeps the others waiting. */
  quotas: ConnectionQuotas;
  /** Where the log, exports and graphs are read from, when a replica is configured. */
  replica?: Replica | undefined;
  /** Watches the space on the embedded database's disk; undefined with a database elsewhere. */
  diskSpace?: DiskSpace | undefined;
  /** The certificate in use: SIGHUP replaces it. */
  certificate?: Certificate | undefined;
  /** Notifies readers of the log that a location's log has grown. */
  changes: ChangeNotifier;
  log: Logger;
  /** The process's own metrics, for /metrics. */
  metrics: Metrics;
  /** Where spans are sent; undefined unless configured. */
  tracing?: Tracing | undefined;
  passwords: Passwords;
  documents: DocumentRenderer;
  /** Reads request bodies, long ones in a thread. */
  bodies: BodyReader;
  /** The published keys of the identity provider, kept in memory. */
  providerKeys: ProviderKeys;
  /** Signs links; 32 bytes or more, the same for all processes on one database. */
  secretKey: string;
  /** The previous key, while SECRET_KEY_PREVIOUS is set (lib/secret/secret-keys.ts). */
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
};
