import type { ServerResponse } from "node:http";

import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

import { makeDocumentRenderer } from "./resources/agreements/renderer.ts";
import { buildApp, buildWorker } from "./app.ts";
import { makePasswords } from "./platform/auth/passwords/passwords.ts";
import { makeProviderKeys } from "./platform/auth/provider/provider-keys.ts";
import { newestBackup } from "./jobs/backup/folder.ts";
import { adoptChosenPort } from "./platform/config/chosen-port.ts";
import type { Config } from "./platform/config/config.ts";
import type { Context } from "./platform/context.ts";
import { type Database, openDatabase, poolStateOf } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import { noteEarlierHost } from "./resources/messages/invitations/invitation-uid.ts";
import { followReplica, type Replica } from "./platform/db/replica.ts";
import { watchDiskSpace } from "./platform/db/disk-space.ts";
import { defaultQuotas } from "./platform/db/connection-quota.ts";
import { readServerInfo, type ServerInfo } from "./platform/db/server-info.ts";
import { openSource, type DatabaseSource } from "./platform/db/source.ts";
import { linkChangeNotifier } from "./platform/events/change-link.ts";
import { makeBodyReader } from "./platform/http/input/bodies/body-reader.ts";
import { type Certificate, certificateEnd, installCertificate } from "./platform/http/edge/certificate.ts";
import { makeChangeNotifier, type ChangeNotifier, withChangeNotifications } from "./platform/events/change-notifier.ts";
import { makeMetrics } from "./platform/observe/metric-registry.ts";
import { openTracing } from "./platform/observe/open-tracing.ts";
import { type Tracing, tracedDb } from "./platform/observe/tracing.ts";
import { findPreviousKey, loadSecretKey } from "./platform/secret-key.ts";
import { setupToken } from "./areas/setup/link.ts";
import { startTicks } from "./ticks.ts";
import { createFirstAdmin } from "./resources/users/first-admin.ts";
import { hasUser } from "./resources/users/store.ts";
import { startDeliveries } from "./resources/webhooks/worker.ts";

/** A running service. */
export type Service = {
  /** Its address, as it can be opened on this machine. */
  url: string;
  shownDatabase: string;
  migrated: readonly string[];
  database: ServerInfo;
  /** The one-time link for the first administrator, while there is no user. */
  setupLink: string | undefined;
  /**
   * Replaces the certificate. @returns when the new one expires. Errors: see http/certificate.ts; the previous one
   * remains in use
   */
  replaceCertificate(given: Certificate): number;
  /** Finishes open requests, then closes the database; within 15 seconds. */
  stop(): Promise<void>;
};

/** After SIGTERM: time for keep-alive clients to see `Connection: close`, and the most time for open requests. */
const GRACE_MS = 300;
const DRAIN_MS_MAX = 10_000;

const openPool = (source: DatabaseSource, config: Config, onError: (error: Error) => void): Database =>
  openDatabase({
    ...source.connection,
    prepare: config.dbPrepare,
    // A statement with its own time-out is sent in one packet with its transaction (`msMax`).
    pipeline: true,
    onError,
  });

/** A read that hangs on the replica is repeated on the primary within the time of a request. */
const REPLICA_TIMES = { connectionTimeoutMillis: 1_000, statement_timeout: 4_000, query_timeout: 4_000 };

type ReplicaConnection = { replica: Replica; pool: Database };

/** The replica, if one is configured; the service starts even if it can't be reached. */
const openReplica = (context: Context, onError: (error: Error) => void): ReplicaConnection | undefined => {
  const { config, db, changes, log, tracing } = context;
  if (config.replica === undefined) return undefined;
  const { url, lagMs } = config.replica;
  const pool = openDatabase({
    connectionString: url,
    ...REPLICA_TIMES,
    prepare: config.dbPrepare,
    pipeline: true,
    onError,
  });
  return { replica: followReplica({ primary: db, replica: tracedDb(pool, tracing), changes, log, lagMs }), pool };
};

const migrateThrough = async (db: Database): Promise<string[]> => {
  const client = await db.pool.connect();
  try {
    return await migrate(client);
  } finally {
    client.release();
  }
};

const createConfiguredAdmin = async ({ config, db, now }: Context): Promise<void> => {
  if (config.adminEmail === undefined || config.adminPassword === undefined) return;
  await createFirstAdmin(db, { email: config.adminEmail, password: config.adminPassword }, now());
};

/** Whether the first administrator is still to be created, by a page of this process. */
const isSetupDue = async ({ config, db }: Context): Promise<boolean> =>
  config.role !== "worker" && !(await hasUser(db));

/** The address where the first administrator is created. */
const setupLinkOf = ({ config, secretKey, now }: Context): string =>
  `${config.publicUrl}/setup#${setupToken(secretKey, now())}`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Stops without cutting off an accepted request: `/readyz` reports not ready, every response closes its connection,
 * then no new connection is accepted and open requests finish, within ten seconds.
 */
const drain = async (app: FastifyInstance): Promise<void> => {
  app.readiness.draining = true;
  app.server.prependListener("request", (_request, answer: ServerResponse) => answer.setHeader("connection", "close"));
  await pause(GRACE_MS);
  const closing = app.close();
  const hard = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS_MAX);
  await closing;
  clearTimeout(hard);
};

type ContextParts = { db: Database; changes: ChangeNotifier; tracing: Tracing | undefined };

const contextOf = async (config: Config, { db, changes, tracing }: ContextParts, log: Logger): Promise<Context> => {
  const secretKey = await loadSecretKey(config);
  return {
    config,
    db: withChangeNotifications(tracedDb(db, tracing), changes),
    quotas: defaultQuotas(db),
    changes,
    log,
    metrics: makeMetrics({ pool: poolStateOf(db), newestBackup: () => newestBackup(config.backup.dir) }),
    tracing,
    passwords: makePasswords(),
    documents: makeDocumentRenderer(),
    bodies: makeBodyReader(),
    providerKeys: makeProviderKeys(config.idpAuthority, log),
    secretKey,
    previousKey: await findPreviousKey(config, secretKey),
    now: Date.now,
  };
};

/** What must be in the database before the first request. @returns whether the setup is still to be done */
const prepare = async (context: Context): Promise<boolean> => {
  await noteEarlierHost(context.db, context.config.publicUrl);
  await createConfiguredAdmin(context);
  return isSetupDue(context);
};

/**
 * Starts everything in order: database, schema, first user, HTTP. If a step fails, everything started so far is
 * stopped.
 */
export const startService = async (config: Config, log: Logger): Promise<Service> => {
  const source = await openSource(config, { warn: (line) => log.warn(line), error: (line) => log.error(line) });
  let stopping = false;
  let following: ReplicaConnection | undefined;
  // The last connections may still be open when the embedded server is told to stop, which does no harm.
  const onError = (error: Error): void => {
    if (!stopping) log.warn({ code: Reflect.get(error, "code") }, "a database connection was lost");
  };
  const db = openPool(source, config, onError);
  try {
    const migrated = await migrateThrough(db);
    const database = await readServerInfo(db);
    const changes = makeChangeNotifier();
    const tracing = await openTracing(config, log);
    const context = await contextOf(config, { db, changes, tracing }, log);
    context.diskSpace = source.owned ? await watchDiskSpace(config.dataDir, log) : undefined;
    const setupDue = await prepare(context);
    following = openReplica(context, onError);
    const replica = following?.replica;
    context.replica = replica;
    context.metrics.replica = replica && (() => replica.state());
    const app = config.role === "worker" ? buildWorker(context) : buildApp(context).app;
    context.certificate = config.tls;
    context.metrics.certificateEnd = config.tls && certificateEnd(config.tls);
    // Nothing after this may fail: a server that listens would keep the process alive.
    const url = await app.listen({ port: config.port, host: config.host, listenTextResolver: () => "listening" });
    adoptChosenPort(config, app.server.address());
    const replaceCertificate = (given: Certificate): number => {
      context.metrics.certificateEnd = installCertificate(app.server, given, Date.now());
      context.certificate = given;
      return context.metrics.certificateEnd;
    };
    const stopWork = config.role === "api" ? [] : [startTicks(context), startDeliveries(context)];
    const unlinkChanges = linkChangeNotifier(changes, source.direct, log);
    const stop = async (): Promise<void> => {
      await Promise.all([drain(app), ...stopWork.map((stopOne) => stopOne())]);
      stopping = true;
      context.diskSpace?.stop();
      await Promise.all([
        unlinkChanges(),
        context.documents.stop(),
        context.bodies.stop(),
        tracing?.stop(),
        following?.replica.stop(),
      ]);
      await following?.pool.close();
      await db.close();
      await source.stop();
    };
    const setupLink = setupDue ? setupLinkOf(context) : undefined;
    return { url, shownDatabase: source.shown, migrated, database, setupLink, replaceCertificate, stop };
  } catch (error) {
    await following?.replica.stop();
    await following?.pool.close();
    // Otherwise its idle connections would keep the process alive for seconds.
    await db.close();
    await source.stop();
    throw error;
  }
};
