import { setTimeout as pause } from "node:timers/promises";

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import { DatabaseError, type Pool, type PoolClient, type PoolConfig, Query, types as parsers } from "pg";

import { makePool } from "./embedded/client.ts";
import { HttpError } from "../lib/errors.ts";
import { withExactKeys } from "../lib/record/json-keys.ts";
import { type StalledConnections, watchStalledConnections } from "./stalled-connections.ts";
import type { Tables } from "./tables.ts";

/** Builds typed queries but never runs them: `Db.rows` does, so there is one way to the database. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type LogTarget = {
  /** The location whose log it writes to: readers of that log are notified after the commit. */
  logLocation?: string;
};
type CompiledQuery = LogTarget & {
  sql: string;
  parameters: readonly unknown[];
  /** For a statement that must end sooner than others; in a transaction, the transaction's time-out applies. */
  msMax?: number;
  /** Sent as a named (prepared) statement: for one of a few texts whose plan suits all values. */
  name?: string | undefined;
};
/** A fixed hot statement, sent as a named (prepared) one. */
export type Statement = LogTarget & { name: string; text: string };

/** The database, or one transaction on it. */
export type Db = {
  /** Runs a query and returns its rows. */
  rows<T>(query: { compile(): CompiledQuery } | CompiledQuery): Promise<T[]>;
  /** Runs a fixed statement by name: a third faster for short ones. */
  named<T>(statement: Statement, values: readonly unknown[]): Promise<T[]>;
  /** Runs `work` in a transaction, or as part of the current one. Rolled back if it throws. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
};

/** The connections of a pool: all, the idle ones, and the waiting callers. */
export const poolStateOf =
  ({ pool }: Pick<Database, "pool">) =>
  (): { total: number; idle: number; waiting: number } => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });

export type Database = Db & { pool: Pool; close(): Promise<void> };

const BIGINT = 20;
const TIMESTAMPTZ = 1184;
const JSONB = 3802;

/**
 * Converts `2026-11-21 09:30:00.123+00` to the wire's form; other servers may show an offset with minutes and seconds.
 */
const toIso = (text: string): string => {
  const [, date, time, sign, hours = "0", minutes = "0", seconds = "0"] =
    /^(\S+) (\S+?)([+-])(\d+)(?::(\d+))?(?::(\d+))?$/.exec(text) ?? [];
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return new Date(Date.parse(`${date}T${time}Z`) - (sign === "-" ? -offsetMs : offsetMs)).toISOString();
};

/** bigint counts fit a double; timestamps arrive in the wire's form. */
export const wireTypes = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === BIGINT) return Number;
    if (oid === TIMESTAMPTZ) return toIso;
    if (oid === JSONB) return (text: string) => withExactKeys(text, JSON.parse(text));
    return parsers.getTypeParser(oid, format);
  },
};

export type DatabaseOptions = PoolConfig & {
  /** Whether fixed statements are prepared by name; off behind an old pooler (rules 6, `DB_PREPARE`). */
  prepare: boolean;
  onError: (error: Error) => void;
};

const STATEMENT_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 9_000;
/**
 * For connecting, or for waiting for a connection. Shorter than the five seconds within which service resumes once the
 * database can be reached.
 */
const CONNECT_MS_MAX = 4_000;
const KEEP_ALIVE_MS = 5_000;
const GOODBYE_MS_MAX = 2_000;

const compiled = (query: { compile(): CompiledQuery } | CompiledQuery): CompiledQuery =>
  "compile" in query ? query.compile() : query;

/** A connection to send statements on: one of the pool, or a dedicated one. */
type Sender = Pick<PoolClient, "query" | "pipeline" | "connection">;

/** Sends a statement as a query object of our own: the driver's path for plain objects costs 5 % of a short request. */
const send = <T>(client: Sender, text: string, values: readonly unknown[], name?: string): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const query = new Query(text, [...values], (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as T[]);
    });
    client.query(name === undefined ? query : Object.assign(query, { name }));
  });

/** The `Db` methods on one client. */
const runner = (client: Sender, prepare: boolean) => ({
  rows: <T>(query: { compile(): CompiledQuery } | CompiledQuery): Promise<T[]> => {
    const { sql, parameters, name } = compiled(query);
    return send<T>(client, sql, parameters, prepare ? name : undefined);
  },
  named: <T>({ text, name }: Statement, values: readonly unknown[]): Promise<T[]> =>
    send<T>(client, text, values, prepare ? name : undefined),
});

/** A `Db` on a connection whose holder has begun a transaction. @param client with the parsers of `wireTypes` */
export const clientDb = (client: Sender): Db => {
  const db: Db = { ...runner(client, false), transaction: (next) => next(db) };
  return db;
};

/** For a write that can be skipped: ignores that the disk of the database is full. Errors: any other */
export const ignoreDiskFull = (error: unknown): [] => {
  if (error instanceof DatabaseError && error.code === "53100") return [];
  throw error;
};

/**
 * Whether the connection is useless after this error; after an SQL error or an error of ours it isn't. A server that
 * accepts no writes (25006) was the primary before a failover; a new connection finds the current one.
 */
export const isBroken = (error: unknown): boolean => {
  // Without a code: the server's bytes weren't PostgreSQL's protocol, and what follows can't be parsed.
  if (error instanceof DatabaseError) return error.code === undefined || /^(57P|08|25006)/.test(error.code);
  return !(error instanceof HttpError);
};

/** Whether a statement was ended because it took longer than it may. */
export const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === "57014";

const UNBOUNDED = "set local statement_timeout = 0";

/** Removes the time-out from the statements of a transaction, and its connection from the watch over stalled ones. */
export const withoutTimeout = async (db: Db): Promise<void> => {
  await db.rows({ sql: UNBOUNDED, parameters: [] });
};

/** The `Db` methods on a watched connection. */
const watchedRunner = (
  client: PoolClient,
  prepare: boolean,
  stalled: StalledConnections,
): ReturnType<typeof runner> => {
  const plain = runner(client, prepare);
  return {
    ...plain,
    rows: <T>(query: { compile(): CompiledQuery } | CompiledQuery): Promise<T[]> => {
      const { sql } = compiled(query);
      if (sql === UNBOUNDED) stalled.allow(client);
      return plain.rows<T>(query);
    },
  };
};

/**
 * Runs a statement of a page with a time-out in milliseconds, and without PostgreSQL's parallel workers, which take longer to start than
 * a page does; on a pipelined connection everything is sent in one packet.
 */
const runWithin = async <T>(
  client: PoolClient,
  query: CompiledQuery,
  msMax: number,
  prepare: boolean,
): Promise<T[]> => {
  const ask = (): Promise<T[]> => runner(client, prepare).rows<T>(query);
  const limits = `set local statement_timeout = ${Math.round(msMax)}; set local max_parallel_workers_per_gather = 0`;
  const begin = (): Promise<unknown> => client.query(`begin; ${limits}`);
  // After an error, it rolls back.
  const end = (): Promise<unknown> => client.query("commit");
  if (!client.pipeline) {
    await begin();
    return ask().finally(end);
  }
  const { stream } = client.connection;
  stream.cork();
  const all = [begin(), ask(), end()] as const;
  stream.uncork();
  // The connection is returned once all its answers have arrived.
  await Promise.allSettled(all);
  await Promise.all(all);
  return all[1];
};

const makeDb = (pool: Pool, prepare: boolean, stalled: StalledConnections): Db => {
  // Not pool.query, which drops its connection after any SQL error.
  const withClient = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    stalled.begin(client);
    try {
      const result = await work(client);
      stalled.end(client);
      client.release();
      return result;
    } catch (error) {
      stalled.end(client);
      client.release(isBroken(error));
      // The stack of the caller is more useful than that of the socket.
      if (error instanceof DatabaseError) Error.captureStackTrace(error);
      throw error;
    }
  };
  const inTransaction = async <T>(client: PoolClient, work: (db: Db) => Promise<T>): Promise<T> => {
    const inner: Db = { ...watchedRunner(client, prepare, stalled), transaction: (next) => next(inner) };
    await client.query("begin");
    try {
      const result = await work(inner);
      await client.query("commit");
      return result;
    } catch (error) {
      if (!isBroken(error)) await client.query("rollback");
      throw error;
    }
  };
  return {
    rows: <T>(query: { compile(): CompiledQuery } | CompiledQuery): Promise<T[]> => {
      const statement = compiled(query);
      const { msMax } = statement;
      return withClient((client) =>
        msMax === undefined
          ? runner(client, prepare).rows<T>(statement)
          : runWithin<T>(client, statement, msMax, prepare),
      );
    },
    named: (statement, values) => withClient((client) => runner(client, prepare).named(statement, values)),
    transaction: (work) => withClient((client) => inTransaction(client, work)),
  };
};

/** Opens a pool of connections. */
export const openDatabase = ({ prepare, onError, ...options }: DatabaseOptions): Database => {
  const settings = {
    max: 8,
    types: wireTypes,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: "foyer",
    ...options,
  };
  const pool = makePool(settings, onError);
  const stalled = watchStalledConnections(pool);
  const close = async (): Promise<void> => {
    stalled.stop();
    // A connection whose other end is gone never closes.
    await Promise.race([pool.end(), pause(GOODBYE_MS_MAX, undefined, { ref: false })]);
  };
  return { ...makeDb(pool, prepare, stalled), pool, close };
};
