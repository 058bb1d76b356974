import type { Called, Failure } from "./call.ts";
import type { Store, Waiting } from "./kept.ts";
import { canSeal, seal, sealingKey, unseal } from "./seal.ts";

/** A sign-in or sign-out: where it goes, what it says, when it was done by the kiosk's clock. */
export type Job = {
  path: "/visits" | "/signout";
  body: { client_ref: string; [key: string]: unknown };
  queued_at: string;
};

/** What waits to be sent, in the order in which it happened. */
export type Queue = {
  /** How many wait, and how many the service did not take. */
  counts: () => { waiting: number; refused: number };
  add: (job: Job) => Promise<void>;
  /** Sends what waits, one after the other, until one does not get through. Safe to call at any time. */
  flush: () => Promise<void>;
};

type Entry = { id: number; location: string; refused: boolean; job: () => Promise<Job> };

/** Where entries lie: in the browser, sealed; or in memory, where the browser has no cryptography. */
type Shelf = {
  put: (location: string, job: Job) => Promise<number>;
  all: () => Promise<Entry[]>;
  drop: (id: number) => Promise<void>;
  refuse: (id: number) => Promise<void>;
};

const memoryShelf = (): Shelf => {
  const entries = new Map<number, Entry>();
  let last = 0;
  return {
    put: async (location, job) => {
      last += 1;
      entries.set(last, { id: last, location, refused: false, job: async () => job });
      return last;
    },
    all: async () => [...entries.values()],
    drop: async (id) => void entries.delete(id),
    refuse: async (id) => {
      const entry = entries.get(id);
      if (entry !== undefined) entries.set(id, { ...entry, refused: true });
    },
  };
};

const sealedShelf = async (store: Store): Promise<Shelf> => {
  const key = await sealingKey(store);
  const entryOf = (id: number, { location, refused, sealed }: Waiting): Entry => ({
    id,
    location,
    refused: refused === true,
    job: async () => (await unseal(key, sealed)) as Job,
  });
  return {
    put: async (location, job) => store.add("waiting", { location, sealed: await seal(key, job) }),
    all: async () => {
      const [ids, values] = await Promise.all([store.getAllKeys("waiting"), store.getAll("waiting")]);
      return values.map((value, n) => entryOf(ids[n] ?? 0, value));
    },
    drop: (id) => store.delete("waiting", id),
    refuse: async (id) => {
      const value = await store.get("waiting", id);
      if (value !== undefined) await store.put("waiting", { ...value, refused: true }, id);
    },
  };
};

/** Worth another try: it did not get through, the service is busy, or this kiosk is being removed. */
const isForLater = ({ status }: Failure): boolean => status === 0 || status === 403 || status === 429 || status >= 500;

/** How it is sent from the queue: both times by the kiosk's clock, so that the service can tell when it was (designs I). */
const late = ({ body, queued_at }: Job): Job["body"] => ({
  ...body,
  queued: { queued_at, sent_at: new Date().toISOString() },
});

export type QueueOptions = {
  /** undefined where the browser allows no database. */
  store: Store | undefined;
  /** The location this kiosk is paired with. What was queued for another one is dropped. */
  location: () => string | undefined;
  send: (path: Job["path"], body: Job["body"]) => Promise<Called<unknown>>;
  /** Called when the counts have changed. */
  changed: () => void;
};

type Sent = "gone" | "refused" | "later";

/** `404`: it was erased since; there is nothing left to send. */
const outcomeOf = (failure: Failure | undefined): Sent => {
  if (failure === undefined || failure.status === 404) return "gone";
  return isForLater(failure) ? "later" : "refused";
};

/** The queue of a kiosk. What waits from before a restart is in it. */
export const openQueue = async ({ store, location, send, changed }: QueueOptions): Promise<Queue> => {
  const shelf = store !== undefined && canSeal() ? await sealedShelf(store) : memoryShelf();
  let now = await countsOf(shelf);
  let flushing: Promise<void> | undefined;
  const recount = async (): Promise<void> => {
    now = await countsOf(shelf);
    changed();
  };
  const sendOne = async (entry: Entry): Promise<Sent> => {
    if (entry.location !== location()) return "gone";
    // Sealed with a key that the browser has lost: nobody can send it any more.
    const job = await entry.job().catch(() => undefined);
    if (job === undefined) return "refused";
    return outcomeOf((await send(job.path, late(job))).failure);
  };
  const run = async (): Promise<void> => {
    for (;;) {
      const entry = (await shelf.all()).find(({ refused }) => !refused);
      if (entry === undefined || location() === undefined) return;
      const sent = await sendOne(entry);
      if (sent === "later") return;
      await (sent === "gone" ? shelf.drop(entry.id) : shelf.refuse(entry.id));
      await recount();
    }
  };
  return {
    counts: () => now,
    add: async (job) => {
      await shelf.put(location() ?? "", job);
      await recount();
    },
    flush: () => {
      flushing ??= run().finally(() => {
        flushing = undefined;
      });
      return flushing;
    },
  };
};

const countsOf = async (shelf: Shelf): Promise<{ waiting: number; refused: number }> => {
  const entries = await shelf.all();
  const refused = entries.filter((entry) => entry.refused).length;
  return { waiting: entries.length - refused, refused };
};
