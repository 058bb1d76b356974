// In embedded/, which imports nothing from outside, but used everywhere.
import { Client, type ClientConfig, Pool, type PoolConfig } from "pg";

/** A connection's error is reported by the statement in progress, or by the next one. */
const ignore = (): void => undefined;

/**
 * Makes a client; the only place that does. When a server stops or a database is dropped, every connection is told,
 * busy or not: pg emits that as an `error`, and Node ends a process in which no listener handles it.
 */
export const makeClient = (config: ClientConfig): Client => new Client(config).on("error", ignore);

/**
 * Runs work on a connection of its own, and always closes it: one left open by a failure would outlast the server that
 * the caller stops next. Errors: those of connecting or of `work`.
 */
export const withClient = async <T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = makeClient(config);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A lost connection can't be closed; the original error says more.
    await client.end().catch(ignore);
  }
};

/** Makes a pool; the only place that does. @param onError is called for every lost connection, in use or not */
export const makePool = (config: PoolConfig, onError: (error: Error) => void = ignore): Pool =>
  new Pool(config).on("error", onError).on("connect", (client) => client.on("error", onError));
