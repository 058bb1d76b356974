import { randomBytes } from "node:crypto";

import type { FastifyInstance, InjectOptions } from "fastify";
import { type Logger, pino } from "pino";

import { withClient } from "../../server/platform/db/embedded/client.ts";
import { buildApp } from "../../server/app.ts";
import { makeBodyReader } from "../../server/platform/http/input/bodies/body-reader.ts";
import { makeDocumentRenderer } from "../../server/resources/agreements/renderer.ts";
import { makePasswords } from "../../server/platform/auth/passwords/passwords.ts";
import { makeProviderKeys } from "../../server/platform/auth/provider/provider-keys.ts";
import type { Role } from "../../shared/roles.ts";
import { newApiKey } from "../../server/platform/auth/api-key-format.ts";
import { adoptChosenPort } from "../../server/platform/config/chosen-port.ts";
import { type Config, readConfig } from "../../server/platform/config/config.ts";
import type { Context } from "../../server/platform/context.ts";
import { type Database, openDatabase, poolStateOf } from "../../server/platform/db/database.ts";
import type { DiskSpace } from "../../server/platform/db/disk-space.ts";
import { defaultQuotas } from "../../server/platform/db/connection-quota.ts";
import {
  makeChangeNotifier,
  type NotifierEnds,
  withChangeNotifications,
} from "../../server/platform/events/change-notifier.ts";
import { type Endpoint, EVENT_STREAM } from "../../server/platform/http/contract/contract.ts";
import { newId } from "../../server/platform/lib/record/ids.ts";
import { makeMetrics } from "../../server/platform/observe/metric-registry.ts";
import { type Tracing, tracedDb } from "../../server/platform/observe/tracing.ts";
import { createFirstAdmin } from "../../server/resources/users/first-admin.ts";
import { printFailedRequests } from "./failed-requests.ts";
import { type Judge, judgeOf } from "./judge.ts";
import { givenPooler } from "./database/pgbouncer.ts";
import { ADMIN, OWNER, releaseTestServer, testServer, WORLD_TEMPLATE } from "./database/server.ts";

printFailedRequests();

// oxlint-disable-next-line no-explicit-any -- bodies in tests are looked into without ceremony
export type Body = any;

/** An answer as tests look at it; it has been judged against the OpenAPI document. */
export type Answer = { status: number; body: Body; text: string; headers: Record<string, unknown> };

export type CallOptions = {
  /** A credential's headers; none is sent with `null`, the first administrator's when left out. */
  as?: Record<string, string> | null;
  body?: unknown;
  form?: string;
  headers?: Record<string, string>;
  /** The address the call comes from. */
  from?: string;
  /** A body that is sent unchanged. */
  raw?: string | Buffer;
};

/** One service on a database of its own. */
export type World = {
  app: FastifyInstance;
  endpoints: readonly Endpoint[];
  db: Database;
  context: Context;
  /** Both ends of `context.wake`, to link several services on one database. */
  wake: NotifierEnds;
  database: string;
  admin: Record<string, string>;
  judge: Judge;
  /** Log lines, as objects. */
  log: Record<string, unknown>[];
  /** The service's clock in milliseconds; set it to move time. */
  clock: { now: number; frozen: boolean };
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  remove(path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
};

export { ADMIN } from "./database/server.ts";

/** The least that argon2id takes: what is proven of a user is as true of a hash that costs nothing. */
const LEAST = { memory: 8, passes: 1 };
/** Those of this process: what was verified once is known to all its worlds, as the administrator's password. */
let passwords: ReturnType<typeof makePasswords> | undefined;

/** A Basic header. */
export const basic = (email: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`,
});

/** A Bearer header. */
export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

const cloneTemplate = async (): Promise<{ host: string; user: string; database: string }> => {
  const server = await testServer();
  const database = `test_${randomBytes(6).toString("hex")}`;
  await withClient({ ...server, database: "postgres" }, (client) =>
    // Half the processor time of the default, which writes every page to the log as well.
    client.query(`create database ${database} template ${WORLD_TEMPLATE} owner ${OWNER} strategy file_copy`),
  );
  return { ...server, database };
};

const dropDatabase = async (database: string): Promise<void> => {
  await withClient({ ...(await testServer()), database: "postgres" }, (client) =>
    client.query(`drop database if exists ${database} with (force)`),
  );
};

const memoryLog = (lines: Record<string, unknown>[]): Logger =>
  pino(
    { level: "info", base: null },
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );

/** Why the last refused call was refused, as the log has it. */
export const lastReason = ({ log }: Pick<World, "log">): unknown =>
  log.findLast(({ reason }) => reason !== undefined)?.["reason"];

const payload = ({ body, form, raw }: CallOptions): Pick<InjectOptions, "payload" | "headers"> => {
  if (raw !== undefined) return { payload: raw };
  if (form !== undefined) return { payload: form, headers: { "content-type": "application/x-www-form-urlencoded" } };
  return body === undefined ? {} : { payload: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

const parse = (text: string, type: unknown): unknown =>
  String(type).startsWith("application/json") ? JSON.parse(text) : text;

const STREAM = /^\/api\/+companies\/[^/]+\/events\/?(\?|$)/;

/** The head and the first block of a stream that would go on; any other answer whole. */
const beginningOf = async (app: FastifyInstance, request: InjectOptions) => {
  const { statusCode, headers, raw, stream } = await app.inject({ ...request, payloadAsStream: true });
  const chunks: Buffer[] = [];
  for await (const chunk of stream()) {
    chunks.push(chunk);
    if (headers["content-type"] === EVENT_STREAM) break;
  }
  raw.res.destroy();
  return { statusCode, headers, body: Buffer.concat(chunks).toString() };
};

const makeCall =
  (app: FastifyInstance, judge: Judge, admin: Record<string, string>): World["call"] =>
  async (method, path, options = {}) => {
    const sent = payload(options);
    const credential = options.as === undefined ? admin : (options.as ?? {});
    const url = path.startsWith("/") ? `/api${path}` : `/api/${path}`;
    const request: InjectOptions = {
      method,
      url,
      ...sent,
      headers: { ...sent.headers, ...credential, ...options.headers },
      remoteAddress: options.from ?? "127.0.0.1",
    };
    const response = STREAM.test(url) ? await beginningOf(app, request) : await app.inject(request);
    const type = response.headers["content-type"];
    judge({
      method,
      path,
      status: response.statusCode,
      type: typeof type === "string" ? type : undefined,
      text: response.body,
    });
    return {
      status: response.statusCode,
      body: parse(response.body, type),
      text: response.body,
      headers: response.headers,
    };
  };

/** Has a world listen on a port that the system chooses. @returns its address; in its links, too, when it was made with `PORT=0` */
export const listen = async ({ app, context }: Pick<World, "app" | "context">): Promise<string> => {
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  adoptChosenPort(context.config, app.server.address());
  return url;
};

export type WorldOptions = {
  env?: Record<string, string>;
  database?: string;
  /** Connects as the role that owns the database, instead of as a superuser. */
  asOwner?: true;
  /** Milliseconds between two heartbeats of a stream of events. */
  heartbeatMs?: number;
  /** A port of this machine by which the database is reached. */
  through?: number;
  /** For tests that COPY, which a pipelined connection can't. */
  copies?: true;
  /** Hashes passwords as the service does, each for 20 ms. */
  costlyPasswords?: true;
  /** The space on the disk of the embedded database. */
  diskSpace?: DiskSpace;
  /** Another log than `World.log`, and where spans go. */
  observed?: { logger: Logger; tracing: Tracing | undefined };
};

/** Builds a service on a clone of the template database, with the first administrator. */
export const makeWorld = async ({
  env = {},
  database,
  asOwner,
  copies,
  through,
  heartbeatMs,
  costlyPasswords,
  diskSpace,
  observed,
}: WorldOptions = {}): Promise<World> => {
  const connection = database === undefined ? await cloneTemplate() : { ...(await testServer()), database };
  const config: Config = readConfig({
    DATA_DIR: "/nonexistent",
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
    CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8",
    ...env,
  });
  const log: Record<string, unknown>[] = [];
  const clock = { now: Date.now(), frozen: false };
  const pooler = givenPooler();
  const db = openDatabase({
    ...connection,
    ...(asOwner === undefined ? {} : { user: OWNER }),
    ...pooler,
    ...(through === undefined ? {} : { host: "127.0.0.1", port: through, ssl: false }),
    pipeline: copies !== true,
    prepare: config.dbPrepare && pooler === undefined,
    onError: () => undefined,
  });
  const logger = observed?.logger ?? memoryLog(log);
  const changes = makeChangeNotifier();
  const context: Context = {
    config,
    db: withChangeNotifications(tracedDb(db, observed?.tracing), changes),
    quotas: defaultQuotas(db),
    tracing: observed?.tracing,
    diskSpace,
    changes,
    log: logger,
    metrics: makeMetrics({ pool: poolStateOf(db) }),
    passwords: costlyPasswords === true ? makePasswords() : (passwords ??= makePasswords(LEAST)),
    documents: makeDocumentRenderer(),
    bodies: makeBodyReader(),
    providerKeys: makeProviderKeys(config.idpAuthority, logger),
    secretKey: "test-secret-key-test-secret-key-00",
    now: () => (clock.frozen ? clock.now : Date.now()),
  };
  await createFirstAdmin(db, ADMIN, Date.now());
  const { app, endpoints } = buildApp(
    context,
    heartbeatMs === undefined ? undefined : { heartbeatMs: [heartbeatMs, heartbeatMs] },
  );
  await app.ready();
  const judge = await judgeOf(async () => (await app.inject("/api/openapi.json")).body);
  const admin = basic(ADMIN.email, ADMIN.password);
  const call = makeCall(app, judge, admin);
  const close = async (): Promise<void> => {
    await app.close();
    await db.close();
    if (database === undefined) await dropDatabase(connection.database);
    await releaseTestServer();
  };
  return {
    app,
    endpoints,
    db,
    context,
    wake: changes,
    database: connection.database,
    admin,
    judge,
    log,
    clock,
    call,
    get: (path, options) => call("GET", path, options),
    post: (path, body, options) => call("POST", path, { body, ...options }),
    put: (path, body, options) => call("PUT", path, { body, ...options }),
    remove: (path, options) => call("DELETE", path, options),
    close,
  };
};

/** Creates a location and gives its id. */
export const buildLocation = async (world: World, overrides: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await world.post("/companies", { name: "Head office", timezone: "UTC", ...overrides });
  if (status !== 200) throw new Error(`no location: ${JSON.stringify(body)}`);
  return body._id;
};

/** Creates an API key for locations and gives its headers. */
export const buildKey = async (
  world: World,
  companies: string[],
  overrides: Record<string, unknown> = {},
): Promise<Record<string, string> & { authorization: string }> => {
  const { status, body } = await world.post("/apikeys", { name: "key", companies, ...overrides });
  if (status !== 200) throw new Error(`no key: ${JSON.stringify(body)}`);
  return { authorization: `Bearer ${body.key}` };
};

/** Creates a user of a role and gives its headers. */
export const buildUser = async (
  world: World,
  role: Role,
  companies: string[],
  overrides: Record<string, unknown> = {},
): Promise<Record<string, string>> => {
  const email = `${role}-${newId()}@example.org`;
  const password = "a-long-enough-password";
  const { status, body } = await world.post("/users", { email, password, role, companies, ...overrides });
  if (status !== 200) throw new Error(`no user: ${JSON.stringify(body)}`);
  return basic(email, password);
};

/** Starts a visit and gives it. */
export const buildVisit = async (
  world: World,
  company_id: string,
  overrides: Record<string, unknown> = {},
): Promise<Body> => {
  const { status, body } = await world.post("/visitors", {
    company_id,
    first_name: "Jo",
    last_name: "Janssens",
    ...overrides,
  });
  if (status !== 200) throw new Error(`no visit: ${JSON.stringify(body)}`);
  return body;
};

/** Registers a visitor and gives them. */
export const buildRegistered = async (
  world: World,
  company_id: string,
  overrides: Record<string, unknown> = {},
): Promise<Body> => {
  const { status, body } = await world.post("/knownvisitors", {
    company_id,
    first_name: "Rosa",
    last_name: "Known",
    ...overrides,
  });
  if (status !== 200) throw new Error(`no registered visitor: ${JSON.stringify(body)}`);
  return body;
};

/** A well-formed key that was never given out. */
export const unknownKey = (): Record<string, string> => bearer(newApiKey().value);

/** The log entries of a location, oldest first. */
export const logOf = async (world: World, location: string): Promise<Body[]> =>
  (await world.db.pool.query("select * from log where company_id = $1 order by seq", [location])).rows;

/** The names of the events of a location, oldest first. */
export const eventsOf = async (world: World, location: string): Promise<string[]> =>
  (await logOf(world, location)).filter(({ event }) => event !== null).map(({ event }) => event);
