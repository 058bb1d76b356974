/** A run that has not begun, with the promise of all callers that wait for it. */
type NextRun<Result> = { promise: Promise<Result>; begin: () => Promise<void> };

const makeRun = <Result>(work: () => Promise<Result>): NextRun<Result> => {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  return { promise, begin: () => work().then(resolve, reject) };
};

/**
 * Makes a function that runs the same work at most once at a time: callers that arrive during a run share the next one.
 * A run begins after all its callers have arrived, so it sees at least what each would have seen alone; nothing is
 * cached.
 * @returns the function, by the key of the work
 */
export const makeCoalescer = <Result>(): ((key: string, work: () => Promise<Result>) => Promise<Result>) => {
  const busy = new Map<string, NextRun<Result> | undefined>();
  const runAll = async (key: string, first: NextRun<Result>): Promise<void> => {
    for (let run: NextRun<Result> | undefined = first; run !== undefined; run = busy.get(key)) {
      busy.set(key, undefined);
      await run.begin();
    }
    busy.delete(key);
  };
  return (key, work) => {
    const run = busy.get(key) ?? makeRun(work);
    if (busy.has(key)) busy.set(key, run);
    else void runAll(key, run);
    return run.promise;
  };
};
