import type { Config } from "../config/config.ts";
import type { Db } from "../db/database.ts";

/** What a span says besides its name and time: ids, patterns and numbers, never anything that was sent or stored. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that was begun and is ended by hand. */
export type OpenSpan = {
  /** Runs `work` within it: what begins there is its child. */
  within(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
};

/** Who it speaks to: `server` answers a call, `client` makes one. */
export type SpanKind = "internal" | "server" | "client";

/** Makes spans (OpenTelemetry) and sends them to the configured collector. */
export type Tracing = {
  /** Runs `work` in a span, the child of the one it runs in, if any. When it throws, the span has failed; what was thrown is not kept. */
  span<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** The same, where there is a span to be the child of; else just the work. */
  child<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Begins the span of a request, in the trace its caller names in a W3C `traceparent`. */
  begin(name: string, traceparent: string | undefined): OpenSpan;
  /** Sends what has not been sent yet, for two seconds at most. */
  stop(): Promise<void>;
};

type WithTracing = { tracing?: Tracing | undefined };

/** Runs `work`, a call to the outside, in a span of its own; just the work where no traces are configured. The trace's id does not go with it. */
export const traceOutboundCall = <T>(
  { tracing }: WithTracing,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> => (tracing === undefined ? work() : tracing.span(name, "client", attributes, work));

/** What a statement begins with; its text may hold field names that a client has sent. */
const verbOf = (query: { compile(): { sql: string } } | { sql: string }): string => {
  const { sql } = "compile" in query ? query.compile() : query;
  return /^\s*([a-z]{1,12})\b/i.exec(sql)?.[1]?.toLowerCase() ?? "query";
};

const systemOf = (operation: string): Attributes => ({
  "db.system.name": "postgresql",
  "db.operation.name": operation,
});

const traced = (db: Db, tracing: Tracing): Db => {
  const of = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    tracing.child(`db ${operation}`, "client", systemOf(operation), work);
  return {
    rows: (query) => of(verbOf(query), () => db.rows(query)),
    named: (statement, values) => of(statement.name, () => db.named(statement, values)),
    transaction: (work) => of("transaction", () => db.transaction((inner) => work(traced(inner, tracing)))),
  };
};

/** The database with a span for each statement, by its name; the same database where no traces are configured. */
export const tracedDb = (db: Db, tracing: Tracing | undefined): Db =>
  tracing === undefined ? db : traced(db, tracing);

type Log = { warn(facts: object, text: string): void };

/**
 * Begins to send traces where that is configured. The libraries are loaded then, and not before.
 * @returns undefined when no collector is named
 */
export const openTracing = async ({ traces }: Pick<Config, "traces">, log: Log): Promise<Tracing | undefined> =>
  traces === undefined ? undefined : (await import("./open-telemetry.ts")).startTracing(traces, log);
