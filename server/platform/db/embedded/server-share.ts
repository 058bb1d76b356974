import { setTimeout as delay } from "node:timers/promises";

import type { ClientConfig } from "pg";

import { makeClient } from "./client.ts";

/**
 * What a command has in a server that several use. The command that started the server ends it; the others would lose their connections.
 */
export type ServerShare = {
  /** Waits until no other command has a share, within reason. Those that come now wait until the server ends, and start their own. */
  waitForOthers: () => Promise<void>;
  giveBack: () => Promise<void>;
};

/** The lock that each command shares, and the one that ends the server has alone. */
const LOCK = 7_146_379;
const OTHERS_MS_MAX = 10_000;

/**
 * Takes a share in the server. Errors: those of connecting; `57P01` or `57P03` if another command ended the server meanwhile.
 * @param connection to a database that no command replaces
 */
export const shareServer = async (connection: ClientConfig): Promise<ServerShare> => {
  const client = makeClient(connection);
  const giveBack = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [LOCK]);
  } catch (error) {
    await giveBack();
    throw error;
  }
  const waitForOthers = async (): Promise<void> => {
    // Either it has the lock, or the server has ended by itself.
    const alone = client.query("select pg_advisory_lock($1)", [LOCK]).catch(() => undefined);
    await Promise.race([alone, delay(OTHERS_MS_MAX, undefined, { ref: false })]);
  };
  return { waitForOthers, giveBack };
};
