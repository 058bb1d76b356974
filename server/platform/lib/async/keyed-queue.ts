/** Runs work with the same key one after the other, in order of arrival. */
export type KeyedQueue = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** How many may wait per key, for how long, and the error for the others. */
export type KeyedQueueOptions = { waitingMax: number; waitMs: number; refuse: () => Error };

/** Makes a queue. Errors: those of `refuse`, for work that waited too long or arrived when too many were waiting. */
export const makeKeyedQueue = ({ waitingMax, waitMs, refuse }: KeyedQueueOptions): KeyedQueue => {
  /** By key: how many there are, and the promise that settles after the last of them. */
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
    const turn = Promise.withResolvers<void>();
    // Not `turn.promise` alone: giving up must not let the next one overtake those before it.
    line.last = before.then(() => turn.promise);
    line.length += 1;
    lines.set(name, line);
    try {
      if (line.length > 1) await waitFor(before);
      return await work();
    } finally {
      turn.resolve();
      line.length -= 1;
      if (line.length === 0) lines.delete(name);
    }
  };
};
