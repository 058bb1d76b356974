// Below embedded/, which stands alone, and used by everything else.
import { Client, type ClientConfig, Pool, type PoolConfig } from "pg";

/** What is wrong with a connection is told by the statement under way, or by the next one. */
const ignore = (): void => undefined;

/**
 * Makes a client; the one place that does. A server that stops, or a database that is dropped, says so to every connection, busy or
 * not: pg emits it as an `error`, and Node ends a process in which no listener takes it.
 */
export const makeClient = (config: ClientConfig): Client => new Client(config).on("error", ignore);

/**
 * Does work on a connection of its own, and ends it in any case: one that is left open by a failure would outlast the server that
 * the caller stops next. Errors: what connecting or `work` throws.
 */
export const withClient = async <T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = makeClient(config);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Of one that was lost there is nothing to end; what was thrown first says more.
    await client.end().catch(ignore);
  }
};

/** Makes a pool; the one place that does. @param onError is told of every connection that is lost, in use or not */
export const makePool = (config: PoolConfig, onError: (error: Error) => void = ignore): Pool =>
  new Pool(config).on("error", onError).on("connect", (client) => client.on("error", onError));
