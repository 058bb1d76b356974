/** Why data isn't there, and a function that reads it again. `error` is null while the data is on its way, and once it is there. */
export type ReadFailure = { error: Error | null; retry: () => void };

/** The failure of several reads as one: why the first of them failed, and a function that repeats all that did. */
export const failureOf = (reads: readonly ReadFailure[]): ReadFailure => ({
  error: reads.find(({ error }) => error !== null)?.error ?? null,
  retry: () => {
    for (const { error, retry } of reads) if (error !== null) retry();
  },
});
