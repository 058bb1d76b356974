import { Socket } from "node:net";

import type { Pool, PoolClient } from "pg";

const LOOK_MS = 250;
/** A busy connection that is silent for this long makes the idle ones suspect. */
const DOUBT_MS = 2_000;
/** Longer than a statement may take (db/database.ts): a live server has answered by then. */
const SILENT_MS_MAX = 8_500;

type ConnectionUse = { bytes: number; since: number; bounded: boolean };

/** The recent activity on a pool's connections. */
export type StalledConnections = {
  /** The connection is in use from now on: answers are expected. */
  begin(client: PoolClient): void;
  /** The connection may be silent for as long as it likes (a transaction without a time-out). */
  allow(client: PoolClient): void;
  end(client: PoolClient): void;
  stop(): void;
};

const streamOf = ({ connection }: PoolClient): PoolClient["connection"]["stream"] => connection.stream;

const bytesOf = (client: PoolClient): number => {
  const stream = streamOf(client);
  return stream instanceof Socket ? stream.bytesRead : 0;
};

/**
 * Gives up connections that were silent for too long.
 * @param lateMs the time in which this process itself read no sockets
 * @returns whether one has been silent long enough to make the others suspect
 */
const destroyStalled = (used: ReadonlyMap<PoolClient, ConnectionUse>, now: number, lateMs: number): boolean => {
  let doubt = false;
  for (const [client, state] of used) {
    const bytes = bytesOf(client);
    if (bytes === state.bytes) state.since += lateMs;
    else Object.assign(state, { bytes, since: now });
    const silentMs = now - state.since;
    if (silentMs > SILENT_MS_MAX && state.bounded)
      streamOf(client).destroy(new Error("Connection terminated: the database was silent for too long"));
    doubt ||= silentMs > DOUBT_MS;
  }
  return doubt;
};

/** Removes an idle connection from the pool, which makes another when it needs one. */
const replaceIdle = (pool: Pool): void =>
  pool.connect((error, client, release) => {
    if (error !== undefined || client === undefined) return;
    release(true);
    streamOf(client).destroy();
  });

/**
 * Watches for connections whose other end is gone without notice (a cut cable, a firewall that forgot them, a stopped
 * server): there is no error, and TCP itself would wait for a quarter of an hour. A connection that owes an answer for
 * longer than any statement may take is given up; before that, the idle ones are replaced, so that no other statements
 * are sent on dead ones.
 */
export const watchStalledConnections = (pool: Pool): StalledConnections => {
  const used = new Map<PoolClient, ConnectionUse>();
  let last = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    const lateMs = Math.max(0, now - last - 2 * LOOK_MS);
    last = now;
    if (used.size === 0 || !destroyStalled(used, now, lateMs)) return;
    for (let n = pool.idleCount; n > 0; n -= 1) replaceIdle(pool);
  }, LOOK_MS).unref();
  return {
    begin: (client) => void used.set(client, { bytes: bytesOf(client), since: performance.now(), bounded: true }),
    allow: (client) => Object.assign(used.get(client) ?? {}, { bounded: false }),
    end: (client) => void used.delete(client),
    stop: () => clearInterval(look),
  };
};
