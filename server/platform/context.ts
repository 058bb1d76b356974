import type { Logger } from "pino";

import type { DocumentRenderer } from "../resources/agreements/renderer.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { ProviderKeys } from "./auth/provider-keys.ts";
import type { Config } from "./config/config.ts";
import type { Db } from "./db/database.ts";
import type { Replica } from "./db/replica.ts";
import type { DiskSpace } from "./db/disk-space.ts";
import type { ProcessQuotas } from "./db/connection-quota.ts";
import type { ChangeNotifier } from "./events/change-notifier.ts";
import type { Certificate } from "./http/certificate.ts";
import type { Metrics } from "./observe/metric-registry.ts";
import type { Tracing } from "./observe/tracing.ts";

/** What the service is made of; built once, handed down by parameter. Tests hand in their own clock. */
export type Context = {
  config: Config;
  db: Db;
  /** How many of the connections a location may use at once, so that none keeps the others waiting. */
  quotas: ProcessQuotas;
  /** Where the log, exports and graphs are read from, when a replica is configured. */
  replica?: Replica | undefined;
  /** Whether there is room on the disk, where that is ours to look at: with the embedded database. */
  diskSpace?: DiskSpace | undefined;
  /** The certificate in use: a signal replaces it. */
  certificate?: Certificate | undefined;
  /** Tells readers of the log that a location's log has grown. */
  changes: ChangeNotifier;
  log: Logger;
  /** What this process counts of itself, for /metrics. */
  metrics: Metrics;
  /** Where spans go; nothing is there unless it is configured. */
  tracing?: Tracing | undefined;
  passwords: Passwords;
  documents: DocumentRenderer;
  /** The published keys of the identity provider, kept in memory. */
  providerKeys: ProviderKeys;
  /** Signs links; 32 bytes or more, the same for all processes on one database. */
  secretKey: string;
  /** The key before it, while it is to be read with (lib/secret-keys.ts). */
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
};
