// The statements of the bare server are those the service runs: recorded by calling its own functions with a database that only
// writes down what it is asked. So the two can't drift apart.
import { authenticate } from "../server/platform/auth/authenticate.ts";
import type { LocationClock } from "../server/platform/auth/location-clock.ts";
import type { Db, Statement } from "../server/platform/db/database.ts";
import type { RequestContext } from "../server/platform/http/request-context.ts";
import { makeMetrics } from "../server/platform/observe/metric-registry.ts";
import { listInside } from "../server/resources/visits/lists.ts";
import { findVisit } from "../server/resources/visits/store.ts";
import { start } from "../server/resources/visits/visits.ts";

/** A statement with the values it was given. */
export type RecordedStatement = { statement: Statement; values: readonly unknown[] };

type Recorder = { db: Db; recorded: RecordedStatement[] };

/** A row with every column that a rule reads. */
const ROW = { doc: "{}", docs: "", agreements: "[]", total: 0, n: 0, opened: null };

const makeRecorder = (): Recorder => {
  const recorded: RecordedStatement[] = [];
  const db: Db = {
    rows: async <T>(query: Parameters<Db["rows"]>[0]) => {
      const { sql, parameters } = "compile" in query ? query.compile() : query;
      recorded.push({ statement: { name: "", text: sql }, values: parameters });
      return [ROW as T];
    },
    named: async <T>(statement: Statement, values: readonly unknown[]) => {
      recorded.push({ statement, values });
      return [ROW as T];
    },
    transaction: (work) => work(db),
  };
  return { db, recorded };
};

const CLOCK = "1970-01-01T00:00:00.000Z";

/** A request without a principal at the beginning of time, which the templates below tell from real values. */
const actOn = (db: Db, now: number): RequestContext =>
  // The recorded functions use these keys and no others.
  ({
    context: { metrics: makeMetrics() },
    db,
    now,
    principal: { kind: "api_key", _id: "@key", name: "@name" },
    requestId: "@request",
  }) as unknown as RequestContext;

const first = ({ recorded }: Recorder): RecordedStatement => {
  const [only] = recorded;
  if (only === undefined) throw new Error("the service ran no statement");
  return only;
};

/** The credential look-up; its values are the key's id, the source, the window's start and the location in the path. */
export const recordLookUp = async (authorization: string, location: string): Promise<RecordedStatement> => {
  const recorder = makeRecorder();
  const deps = { db: recorder.db, now: Date.now, passwords: {} as never, providerKeys: {} as never, secretKey: "" };
  // Refused, because the recorder knows no key; the look-up has been recorded by then.
  await authenticate(deps, { authorization, apiKey: undefined, address: "127.0.0.1", location }).catch(() => undefined);
  return first(recorder);
};

/** Where a value of the insert comes from for each request. */
type Slot = { body: string } | { made: "id" | "now" } | { fixed: unknown };

/** The insert of a visit with its log entry, and how to fill it from a body. */
export type Insert = { statement: Statement; slots: readonly Slot[] };

const slotOf = (value: unknown, body: ReadonlySet<string>): Slot => {
  if (value === CLOCK) return { made: "now" };
  if (typeof value === "string" && /^00000000[0-9a-f]{16}$/.test(value)) return { made: "id" };
  return typeof value === "string" && body.has(value) ? { body: value.slice(1) } : { fixed: value };
};

/** Records a sign-in with these documented keys; each value of the body is its own name with a mark. */
export const recordInsert = async (location: string, keys: readonly string[], fixed: object): Promise<Insert> => {
  const recorder = makeRecorder();
  const marked = Object.fromEntries(keys.map((key) => [key, `@${key}`]));
  await start(actOn(recorder.db, 0), location, { ...marked, ...fixed });
  const { statement, values } = first(recorder);
  const body = new Set(Object.values(marked));
  return { statement, slots: values.map((value) => slotOf(value, body)) };
};

/** One visit by its id. */
export const recordFind = async (location: string, id: string): Promise<RecordedStatement> => {
  const recorder = makeRecorder();
  await findVisit(recorder.db, location, id);
  return first(recorder);
};

/** The inside list of today. */
export const recordInside = async (clock: LocationClock, now: number): Promise<RecordedStatement> => {
  const recorder = makeRecorder();
  await listInside(actOn(recorder.db, now), clock, {});
  return first(recorder);
};
