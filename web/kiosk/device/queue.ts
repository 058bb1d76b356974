import type { CallResult, Failure } from "../../visitor-flow/call.ts";
import type { SignInAnswer, SignOutAnswer } from "../../visitor-flow/door.ts";
import type { Rejection, Store, StoredJob } from "./device-storage.ts";
import { canSeal, seal, sealingKey, unseal } from "./seal.ts";

/** A sign-in or sign-out: its target, its content, and its time by the kiosk's clock. */
export type Job = {
  path: "/visits" | "/signout";
  body: { client_ref: string; [key: string]: unknown };
  queued_at: string;
};

/** A rejected sign-in or sign-out: its content, as far as it can be decrypted, and the reason. */
export type RejectedJob = Rejection & { ref: string; job: Job | undefined };

/** The queue of sign-ins and sign-outs, in the order in which they were made. */
export type Queue = {
  /** The numbers of queued and of rejected items. */
  counts: () => { waiting: number; rejected: number };
  add: (job: Job) => Promise<void>;
  /** Sends the queued items one after the other until one fails. Safe to call at any time. */
  flush: () => Promise<void>;
  /** The rejected items, oldest first. */
  rejected: () => Promise<RejectedJob[]>;
  /** Applies decisions about the rejected items: those of `again` are queued again. */
  settle: (decided: { again: readonly string[]; discard: readonly string[] }) => Promise<void>;
};

type EntryState = { rejection?: Rejection; isWaiting?: boolean };
type QueueEntry = EntryState & { id: number; location: string; job: () => Promise<Job> };

/** Storage of the entries: in the browser, sealed; or in memory, if the browser has no cryptography. */
type JobStorage = {
  put: (location: string, job: Job) => Promise<number>;
  all: () => Promise<QueueEntry[]>;
  drop: (id: number) => Promise<void>;
  set: (id: number, state: EntryState) => Promise<void>;
};

const memoryStorage = (): JobStorage => {
  const entries = new Map<number, QueueEntry>();
  let last = 0;
  return {
    put: async (location, job) => {
      last += 1;
      entries.set(last, { id: last, location, job: async () => job });
      return last;
    },
    all: async () => [...entries.values()],
    drop: async (id) => void entries.delete(id),
    set: async (id, state) => {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, ...state });
    },
  };
};

const sealedStorage = async (store: Store): Promise<JobStorage> => {
  const key = await sealingKey(store);
  const entryOf = (id: number, { sealed, refused: rejection, ...rest }: StoredJob): QueueEntry => ({
    ...rest,
    ...(rejection === undefined ? {} : { rejection }),
    id,
    job: async () => (await unseal(key, sealed)) as Job,
  });
  return {
    put: async (location, job) => store.add("waiting", { location, sealed: await seal(key, job) }),
    all: async () => {
      const [ids, values] = await Promise.all([store.getAllKeys("waiting"), store.getAll("waiting")]);
      return values.map((value, n) => entryOf(ids[n] ?? 0, value));
    },
    drop: (id) => store.delete("waiting", id),
    set: async (id, { rejection, ...state }) => {
      const value = await store.get("waiting", id);
      const refused = rejection ?? value?.refused;
      if (value !== undefined)
        await store.put("waiting", { ...value, ...state, ...(refused === undefined ? {} : { refused }) }, id);
    },
  };
};

/** Whether to send it: it never was, or a receptionist asked for it to be sent again. */
const isDue = ({ rejection, isWaiting }: QueueEntry): boolean => rejection === undefined || isWaiting === true;

/** Worth a retry: it failed to arrive, the service is busy, or this kiosk is being removed. */
const isRetryable = ({ status }: Failure): boolean => status === 0 || status === 403 || status === 429 || status >= 500;

/** A queued item's body: both times by the kiosk's clock, so that the service can compute its time (docs/kiosks.md). */
const withQueueTimes = ({ body, queued_at }: Job): Job["body"] => ({
  ...body,
  queued: { queued_at, sent_at: new Date().toISOString() },
});

export type QueueOptions = {
  /** undefined if the browser allows no database. */
  store: Store | undefined;
  /** The location this kiosk is paired with. Items queued for another one are dropped. */
  location: () => string | undefined;
  send: (path: Job["path"], body: Job["body"]) => Promise<CallResult<SignInAnswer | SignOutAnswer>>;
  /** Called when the counts have changed. */
  changed: () => void;
};

type SendOutcome = "gone" | "later" | { field?: string };

/** A sign-out that closed no visit: what it named its visitor by. Several of one name are told apart by company. */
const outcomeOfAnswer = (answer: SignInAnswer | SignOutAnswer, body: Job["body"]): SendOutcome => {
  if (!("outcome" in answer) || answer.outcome === "signed_out") return "gone";
  if (body["first_name"] === undefined) return { field: body["company"] === undefined ? "code" : "company" };
  return { field: answer.outcome === "several" ? "company" : "last_name" };
};

/** `404`: it was erased since; there is nothing left to send. */
const outcomeOfFailure = (failure: Failure): SendOutcome => {
  if (failure.status === 404) return "gone";
  return isRetryable(failure) ? "later" : failure.field === undefined ? {} : { field: failure.field };
};

const readJob = (entry: QueueEntry): Promise<Job | undefined> => entry.job().catch(() => undefined);

const sendOne = async (entry: QueueEntry, { location, send }: QueueOptions): Promise<SendOutcome> => {
  if (entry.location !== location()) return "gone";
  // Sealed with a key that the browser has lost: it can't be sent any more.
  const job = await readJob(entry);
  if (job === undefined) return {};
  const { answer, failure } = await send(job.path, withQueueTimes(job));
  return failure === undefined ? outcomeOfAnswer(answer, job.body) : outcomeOfFailure(failure);
};

const sendAll = async (storage: JobStorage, options: QueueOptions, recount: () => Promise<void>): Promise<void> => {
  for (;;) {
    const entry = (await storage.all()).find(isDue);
    if (entry === undefined || options.location() === undefined) return;
    const outcome = await sendOne(entry, options);
    if (outcome === "later") return;
    const tries = (entry.rejection?.tries ?? 0) + 1;
    await (outcome === "gone"
      ? storage.drop(entry.id)
      : storage.set(entry.id, { rejection: { tries, ...outcome }, isWaiting: false }));
    await recount();
  }
};

const rejectedJobOf = async (entry: QueueEntry, rejection: Rejection): Promise<RejectedJob> => ({
  ...rejection,
  ref: String(entry.id),
  job: await readJob(entry),
});

const rejectedJobsOf = async (storage: JobStorage, location: string | undefined): Promise<RejectedJob[]> => {
  const entries = (await storage.all()).filter((entry) => entry.location === location);
  return Promise.all(
    entries.flatMap((entry) => (entry.rejection === undefined ? [] : [rejectedJobOf(entry, entry.rejection)])),
  );
};

/** The queue of a kiosk, including items from before a restart. */
export const openQueue = async (options: QueueOptions): Promise<Queue> => {
  const { store, location, changed } = options;
  const storage = store !== undefined && canSeal() ? await sealedStorage(store) : memoryStorage();
  let counts = await countsOf(storage);
  let flushing: Promise<void> | undefined;
  let isAsked = false;
  // Asked for while it sends: what could not be sent a moment ago may be now, such as when the network is back.
  const flushWhileAsked = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await sendAll(storage, options, recount);
    }
  };
  const recount = async (): Promise<void> => {
    counts = await countsOf(storage);
    changed();
  };
  return {
    counts: () => counts,
    add: async (job) => {
      await storage.put(location() ?? "", job);
      await recount();
    },
    flush: () => {
      isAsked = true;
      flushing ??= flushWhileAsked().finally(() => {
        flushing = undefined;
      });
      return flushing;
    },
    rejected: () => rejectedJobsOf(storage, location()),
    settle: async ({ again, discard }) => {
      await Promise.all([
        ...again.map((ref) => storage.set(Number(ref), { isWaiting: true })),
        ...discard.map((ref) => storage.drop(Number(ref))),
      ]);
      await recount();
    },
  };
};

const countsOf = async (storage: JobStorage): Promise<{ waiting: number; rejected: number }> => {
  const entries = await storage.all();
  const waiting = entries.filter(isDue).length;
  return { waiting, rejected: entries.length - waiting };
};
