import type { Logger } from "pino";

import type { DocumentRenderer } from "./agreements/renderer.ts";
import type { Passwords } from "./auth/passwords.ts";
import type { ProviderKeys } from "./auth/provider-keys.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/database.ts";
import type { Replica } from "./db/replica.ts";
import type { Room } from "./db/room.ts";
import type { Shares } from "./db/share.ts";
import type { Wake } from "./events/wake.ts";
import type { Meters } from "./observe/meters.ts";
import type { Tracing } from "./observe/tracing.ts";

/** What the service is made of; built once, handed down by parameter. Tests hand in their own clock. */
export type Context = {
  config: Config;
  db: Db;
  /** How many of the connections a location may use at once, so that none keeps the others waiting. */
  shares: Shares;
  /** Where the log, exports and graphs are read from, when a replica is configured. */
  replica?: Replica | undefined;
  /** Whether there is room on the disk, where that is ours to look at: with the embedded database. */
  room?: Room | undefined;
  /** Tells readers of the log that a location's log has grown. */
  wake: Wake;
  log: Logger;
  /** What this process counts of itself, for /metrics. */
  meters: Meters;
  /** Where spans go; nothing is there unless it is configured. */
  tracing?: Tracing | undefined;
  passwords: Passwords;
  documents: DocumentRenderer;
  /** The published keys of the identity provider, kept in memory. */
  providerKeys: ProviderKeys;
  /** Signs links; 32 bytes or more, the same for all processes on one database. */
  secretKey: string;
  /** The key before it, while it is to be read with (lib/keys.ts). */
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
};
