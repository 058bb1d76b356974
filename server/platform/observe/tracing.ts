import type { Db } from "../db/database.ts";

/** The attributes of a span: IDs, patterns and numbers, never anything that was sent or stored. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A span that is ended by hand. */
export type OpenSpan = {
  /** Runs `work` within it: spans started there are its children. */
  within(work: () => void): void;
  end(name: string, attributes: Attributes, failed: boolean): void;
};

/** The span's kind: `server` answers a call, `client` makes one. */
export type SpanKind = "internal" | "server" | "client";

/** Makes spans (OpenTelemetry) and sends them to the configured collector. */
export type Tracing = {
  /**
   * Runs `work` in a span, as a child of the current one, if any. If it throws, the span has failed; the error is not
   * recorded.
   */
  span<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** The same if there is a current span; otherwise just the work. */
  child<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Begins the span of a request, in the trace of its W3C `traceparent`. */
  begin(name: string, traceparent: string | undefined): OpenSpan;
  /** Sends what has not been sent yet, for two seconds at most. */
  stop(): Promise<void>;
};

type WithTracing = { tracing?: Tracing | undefined };

/**
 * Runs `work`, an outbound call, in a span of its own; just the work if no traces are configured. The trace's ID is not
 * sent with it.
 */
export const traceOutboundCall = <T>(
  { tracing }: WithTracing,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> => (tracing === undefined ? work() : tracing.span(name, "client", attributes, work));

/** The first words of a statement; its text may contain field names from clients. */
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

/** The database with a span for each statement, by its name; the same database if no traces are configured. */
export const tracedDb = (db: Db, tracing: Tracing | undefined): Db =>
  tracing === undefined ? db : traced(db, tracing);
