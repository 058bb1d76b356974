import { openReceiver, type Receiver } from "../server/resources/webhooks/receiver.ts";
import {
  callOver,
  makeFolder,
  type Running,
  startProcess,
  undoLater,
  type WireAnswer,
} from "../support/run/process.ts";
import { ADMIN, basic } from "../support/world.ts";

/** What a call needs besides its method and path. */
type Sent = { as?: Record<string, string>; body?: unknown; headers?: Record<string, string> };

/** Several processes on one database: two that serve requests, one that works beside them. */
export type Cluster = {
  apis: readonly [Running, Running];
  worker: Running;
  receiver: Receiver;
  /** Where people reach it; no process listens there. */
  origin: string;
  admin: Record<string, string>;
  /** Calls a process of those that serve, in turn. */
  call(method: string, path: string, sent?: Sent): Promise<WireAnswer>;
  /** The same, as the administrator, of what must be answered with 200. */
  ok(method: string, path: string, body?: unknown, as?: Record<string, string>): Promise<WireAnswer["body"]>;
  /** Calls one of them. */
  at(n: 0 | 1, method: string, path: string, sent?: Sent): Promise<WireAnswer>;
};

const ORIGIN = "http://visitors.example.org";
export const admin = basic(ADMIN.email, ADMIN.password);

/** What every process of a cluster is started with. @param settings further ones, DATABASE_URL among them */
export const clusterSettings = async (settings: Record<string, string>): Promise<Record<string, string>> => ({
  DATA_DIR: await makeFolder(),
  SECRET_KEY: "the-same-secret-for-all-processes",
  PUBLIC_URL: ORIGIN,
  TRUSTED_PROXIES: "127.0.0.1",
  WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
  BACKUP_TIME: "off",
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  ...(process.env["WEB_DIR"] === undefined ? {} : { WEB_DIR: process.env["WEB_DIR"] }),
  ...settings,
});

/** Starts all at once on an empty or a used database; ended by `cleanUp`. */
export const startCluster = async (settings: Record<string, string>): Promise<Cluster> => {
  const shared = await clusterSettings(settings);
  const start = (ROLE: string): Running => startProcess({ ...shared, ROLE });
  const [first, second, worker] = [start("api"), start("api"), start("worker")];
  await Promise.all([first, second, worker].map(({ ready }) => ready));
  const receiver = await openReceiver();
  undoLater(() => receiver.close());
  const apis = [first, second] as const;
  const at: Cluster["at"] = (n, method, path, sent) => callOver(apis[n].url, method, path, sent);
  let turn = 0;
  const call: Cluster["call"] = (method, path, sent) => at((turn++ % 2) as 0 | 1, method, path, sent);
  const ok: Cluster["ok"] = async (method, path, body, as = admin) => {
    const answer = await call(method, `/api${path}`, { as, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { apis, worker, receiver, origin: ORIGIN, admin, call, ok, at };
};
