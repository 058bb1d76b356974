import type {
  Door,
  DoorHost,
  RecognisedVisitor,
  SignInAnswer,
  SignOutAnswer,
  SignIn,
  SignOut,
} from "../../visitor-flow/door.ts";
import { createStore, type Store as StateStore } from "../../shared/store.ts";
import type { Caller, CallResult, Failure } from "../../visitor-flow/call.ts";
import type { KioskEndpoints } from "./call.ts";
import type { DeviceSource } from "./device-source.ts";
import type { DocumentRequest } from "./documents.ts";
import { deletePairing, saveValue, type StoredValues, loadValue } from "./device-storage.ts";
import { pair, type PairingDisplay } from "./pairing.ts";
import { type Job, openQueue, type Queue } from "./queue.ts";
import { rejectedSyncReporter } from "./rejected-sync-reports.ts";

/** The state of the kiosk. */
export type DeviceState = {
  phase: "starting" | "pairing" | "ready";
  showing: PairingDisplay;
  /** It was paired before, and an administrator removed it. */
  isRemoved: boolean;
  isOnline: boolean;
  waiting: number;
  rejected: number;
  version: string;
  door: Door | undefined;
  /** undefined until they are read, by this kiosk or before it was restarted. */
  hosts: readonly DoorHost[] | undefined;
};

/** The result of a sign-in or sign-out. `queued`: it is stored and will be sent. */
export type DeliveryResult<T> = { answer: T } | { queued: true } | { failure: Failure };

/** The pause between two attempts while offline. */
const RETRY_MS = 5000;
const BEAT_MS = 30_000;
/** The health of the device is reported at most once a minute. */
const HEALTH_MS = 60_000;
/**
 * A visitor waits no longer than this to be signed in: then the sign-in is queued, and counts once however often it is
 * sent (docs/kiosks.md).
 */
const ANSWER_MS = 3000;

/** The kiosk as a device: paired, awake, with the data it needs to work offline. */
export type Device = {
  state: StateStore<DeviceState>;
  readDocument: (request: DocumentRequest) => Promise<Blob | undefined>;
  print: () => void;
  recognise: (code: string) => Promise<CallResult<RecognisedVisitor>>;
  findExpected: (first_name: string, last_name: string) => Promise<CallResult<RecognisedVisitor>>;
  visitState: (token: string) => Promise<CallResult<KioskEndpoints["POST /visits/state"]["answer"]>>;
  signIn: (input: SignIn) => Promise<DeliveryResult<SignInAnswer>>;
  /** Lets the message to a visitor's host wait for a companion, as far as the network allows. @param ref of the sign-in */
  awaitCompanion: (ref: string) => Promise<unknown>;
  signOut: (input: SignOut) => Promise<DeliveryResult<SignOutAnswer>>;
  /** Reads changes of the location. */
  refresh: () => Promise<void>;
};

const INITIAL_STATE: DeviceState = {
  phase: "starting",
  showing: {},
  isRemoved: false,
  isOnline: true,
  waiting: 0,
  rejected: 0,
  version: "",
  door: undefined,
  hosts: undefined,
};

type Core = {
  source: DeviceSource;
  state: StateStore<DeviceState>;
  credential: string | undefined;
  location: string | undefined;
  hostsVersion: string;
  healthDueMs: number;
  /** How often the browser has said that its network is gone. */
  losses: number;
  /** Ends the pause between two heartbeats. */
  wake: () => void;
  set: (change: Partial<DeviceState>) => void;
  /** Calls as this device, and records what the response says about network and pairing. */
  ask: Caller<KioskEndpoints>;
};

const saveDeviceValue = async <K extends keyof StoredValues>(
  { source: { store } }: Core,
  name: K,
  value: StoredValues[K],
): Promise<void> => {
  // A browser without space for it reads it again after a restart.
  if (store !== undefined) await saveValue(store, name, value).catch(() => undefined);
};

const readDoor = async (core: Core): Promise<void> => {
  const { version } = core.state.get();
  const { answer } = await core.ask("GET /door", { query: { version } });
  if (answer?.door === undefined) return;
  core.set({ phase: "ready", version: answer.version, door: answer.door });
  await saveDeviceValue(core, "door", { version: answer.version, door: answer.door });
};

const readHosts = async (core: Core): Promise<void> => {
  const { answer } = await core.ask("GET /hosts/all", { query: { version: core.hostsVersion } });
  if (answer?.hosts === undefined) return;
  core.hostsVersion = answer.version;
  core.set({ hosts: answer.hosts });
  await saveDeviceValue(core, "hosts", { version: answer.version, hosts: answer.hosts });
};

const restore = async (core: Core): Promise<void> => {
  const { store } = core.source;
  if (store === undefined) return;
  const [credential, location, door, hosts] = await Promise.all([
    loadValue(store, "credential"),
    loadValue(store, "location"),
    loadValue(store, "door"),
    loadValue(store, "hosts"),
  ]);
  core.credential = credential;
  core.location = location;
  core.hostsVersion = hosts?.version ?? "";
  core.set({
    ...(door === undefined || credential === undefined ? {} : { phase: "ready", ...door }),
    hosts: hosts?.hosts,
  });
};

const unpair = async (core: Core): Promise<void> => {
  core.credential = undefined;
  core.location = undefined;
  core.hostsVersion = "";
  core.set({ ...INITIAL_STATE, phase: "pairing", isRemoved: true, waiting: core.state.get().waiting });
  const { store } = core.source;
  if (store !== undefined) await deletePairing(store);
  core.wake();
};

const makeCore = (source: DeviceSource): Core => {
  const core: Core = {
    source,
    state: createStore(INITIAL_STATE),
    credential: source.credential,
    location: undefined,
    hostsVersion: "",
    healthDueMs: 0,
    losses: 0,
    wake: () => undefined,
    set: (change) => core.state.set({ ...core.state.get(), ...change }),
    ask: async (name, ...input) => {
      const { credential, losses } = core;
      const called = await source.call(credential)(name, ...input);
      const isOnline = called.failure?.status !== 0;
      // The response to a call from before the network was lost says nothing about it now.
      const isOld = losses !== core.losses && !navigator.onLine;
      if (!isOld && isOnline !== core.state.get().isOnline) core.set({ isOnline });
      // One refusal is enough: more would use up those of the whole address (docs/kiosks.md).
      if (called.failure?.status === 403 && credential === core.credential) await unpair(core);
      return called;
    },
  };
  return core;
};

type Report = () => Promise<void>;

const heartbeatOf = async (core: Core): Promise<KioskEndpoints["POST /heartbeat"]["body"]> => {
  const isDue = performance.now() >= core.healthDueMs;
  const health = isDue ? await core.source.readHealth?.() : undefined;
  return { app_version: FOYER_VERSION, ...(health === undefined ? {} : { health }) };
};

const beat = async (core: Core, queue: Queue, report: Report): Promise<number> => {
  const body = await heartbeatOf(core);
  const { answer } = await core.ask("POST /heartbeat", { body });
  if (answer === undefined) return RETRY_MS;
  if (body.health !== undefined) core.healthDueMs = performance.now() + HEALTH_MS;
  if (core.location !== answer.location._id) {
    core.location = answer.location._id;
    await saveDeviceValue(core, "location", answer.location._id);
  }
  await Promise.all([readDoor(core), readHosts(core), queue.flush()]);
  await report();
  // Last, and without waiting: a document may be large.
  const { door } = core.state.get();
  if (door !== undefined && core.credential !== undefined) void core.source.cacheDocuments(door, core.credential);
  return answer.beat_seconds * 1000;
};

/** Pairs if necessary, then sends heartbeats while the page is open. */
const runDevice = async (core: Core, queue: Queue): Promise<never> => {
  const report = rejectedSyncReporter(queue, (body) => core.ask("POST /undelivered", { body }));
  for (;;) {
    if (core.credential === undefined) {
      core.set({ phase: "pairing" });
      const credential = await pair((showing) => core.set({ phase: "pairing", showing }));
      core.credential = credential;
      core.set({ phase: "starting", showing: {}, isRemoved: false });
      await saveDeviceValue(core, "credential", credential);
      // Asks the browser not to evict its storage; it works without, too.
      await (navigator as { storage?: StorageManager }).storage?.persist();
    }
    const ms = await beat(core, queue, report);
    if (core.credential !== undefined) await untilDue(core, Math.min(ms, BEAT_MS));
  }
};

const untilDue = (core: Core, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const due = new AbortController();
    const timer = setTimeout(() => core.wake(), ms);
    const go = (): void => {
      clearTimeout(timer);
      due.abort();
      resolve();
    };
    core.wake = go;
    window.addEventListener("online", go, { signal: due.signal });
  });

const after = (ms: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), ms));

const isUndelivered = ({ failure }: CallResult<unknown>): boolean =>
  failure !== undefined && (failure.status === 0 || failure.status >= 500);

const resultOf = <T>({ answer, failure }: CallResult<T>): DeliveryResult<T> =>
  failure === undefined ? { answer } : { failure };

/** Queues it. @returns false if the browser can't store it, such as for lack of space */
const enqueue = (queue: Queue, job: Job): Promise<boolean> =>
  queue.add(job).then(
    () => true,
    () => false,
  );

/**
 * Sends it, or queues it. What can't be stored either is sent whatever waits before it, and fails if that fails.
 * @param send sends it now @param withinMs how long to wait for its response
 */
const deliver = async <T>(
  { core, queue, job }: { core: Core; queue: Queue; job: Job },
  send: () => Promise<CallResult<T>>,
  withinMs?: number,
): Promise<DeliveryResult<T>> => {
  // Earlier actions are sent first. If the kiosk is known to be offline, the visitor should not wait for another
  // failure.
  const isFirst = queue.counts().waiting === 0 && core.state.get().isOnline;
  const sending = isFirst ? send() : undefined;
  const called = await (withinMs === undefined ? sending : Promise.race([sending, after(withinMs)]));
  if (called !== undefined && !isUndelivered(called)) return resultOf(called);
  if (!(await enqueue(queue, job))) return resultOf(await (sending ?? send()));
  void Promise.resolve(sending).then(() => queue.flush());
  return { queued: true };
};

const jobOf = (path: Job["path"], body: Job["body"]): Job => ({ path, body, queued_at: new Date().toISOString() });

/** Starts the device: stored data is available immediately, the rest comes with the first heartbeat. */
export const startDevice = async (source: DeviceSource): Promise<Device> => {
  const core = makeCore(source);
  await restore(core);
  const queue = await openQueue({
    store: source.store,
    location: () => core.location,
    send: (path, body) => core.ask(`POST ${path}`, { body }),
    changed: () => core.set(queue.counts()),
  });
  core.set(queue.counts());
  runDevice(core, queue).catch(source.crashed);
  window.addEventListener("offline", () => {
    core.losses += 1;
    core.set({ isOnline: false });
  });
  return {
    state: core.state,
    readDocument: (request) => source.readDocument(request, core.credential ?? ""),
    print: source.print,
    recognise: (code) => core.ask("POST /recognise", { body: { code } }),
    findExpected: (first_name, last_name) => core.ask("POST /expected", { body: { first_name, last_name } }),
    visitState: (token) => core.ask("POST /visits/state", { body: { token } }),
    signIn: (input) =>
      deliver(
        { core, queue, job: jobOf("/visits", input) },
        () => core.ask("POST /visits", { body: input }),
        ANSWER_MS,
      ),
    awaitCompanion: (client_ref) => core.ask("POST /visits/companion", { body: { client_ref } }),
    signOut: (input) =>
      deliver({ core, queue, job: jobOf("/signout", input) }, () => core.ask("POST /signout", { body: input })),
    refresh: () => readDoor(core),
  };
};
