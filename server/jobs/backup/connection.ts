import type { Client, ClientBase, PoolConfig } from "pg";

import { makeClient } from "../../platform/db/embedded/client.ts";
import { wireTypes } from "../../platform/db/database.ts";

/** Rows get the same form whatever the server's settings are, and statements may run longer than those of requests. */
const SETTINGS = [
  "set local statement_timeout = 0",
  "set local lock_timeout = 0",
  "set local idle_in_transaction_session_timeout = 0",
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local extra_float_digits = 1",
  "set local bytea_output = 'hex'",
  // Rows come in the order of the table, so that two copies of it are the same text.
  "set local synchronize_seqscans = off",
  "set local max_parallel_workers_per_gather = 0",
].join("; ");

/**
 * Connects for one backup or restore. Not from the service's pool, whose connections are pipelined, which COPY does not
 * allow.
 */
export const connect = async (connection: PoolConfig): Promise<Client> => {
  const client = makeClient({
    ...connection,
    types: wireTypes,
    application_name: "foyer-backup",
    client_encoding: "UTF8",
  });
  await client.connect();
  return client;
};

/** Runs the work in one transaction, which is rolled back if it throws. @param mode of the transaction, in SQL */
export const inTransaction = async <T>(client: ClientBase, mode: string, work: () => Promise<T>): Promise<T> => {
  await client.query(`begin ${mode}`);
  try {
    await client.query(SETTINGS);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // A lost connection has nothing to roll back; the original error says more.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
};

/** A quoted name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The statement that writes the columns of a table as text. */
export const copyOut = (schema: string, table: string, columns: readonly string[]): string =>
  `copy (select ${columns.map(quoted).join(", ")} from ${quoted(schema)}.${quoted(table)}) to stdout`;
