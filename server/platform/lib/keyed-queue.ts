/** Runs works with the same name one after the other, in the order in which they came. */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** How many may wait for their turn under one name, how long at most, and the error for the others. */
export type KeyedQueueOptions = { waitingMax: number; waitMs: number; refuse: () => Error };

/** Makes turns of their own. Errors: what `refuse` gives, for a work that waited too long or came when too many waited. */
export const makeKeyedQueue = ({ waitingMax, waitMs, refuse }: KeyedQueueOptions): KeyedQueue => {
  /** By name: how many there are, and what settles when the last of them has had its turn. */
  const lines = new Map<string, { length: number; last: Promise<void> }>();
  const waitFor = (before: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(refuse()), waitMs);
      void before.finally(() => clearTimeout(timer)).then(resolve);
    });
  return async (name, work) => {
    const line = lines.get(name) ?? { length: 0, last: Promise.resolve() };
    if (line.length > waitingMax) throw refuse();
    const before = line.last;
    const done = Promise.withResolvers<void>();
    // Not `done` alone: who gives up does not let the next one pass those before it.
    line.last = before.then(() => done.promise);
    line.length += 1;
    lines.set(name, line);
    try {
      if (line.length > 1) await waitFor(before);
      return await work();
    } finally {
      done.resolve();
      line.length -= 1;
      if (line.length === 0) lines.delete(name);
    }
  };
};
