/**
 * Makes a function that does the same work once for all who ask for it in one turn of the event loop, and gives all of them its
 * result. It begins when the turn has ended, so it sees at least what each of them would have seen alone; nothing is kept.
 */
export const makeOncePerTurn = <Result>(): ((key: string, work: () => Promise<Result>) => Promise<Result>) => {
  const begun = new Map<string, Promise<Result>>();
  return (key, work) => {
    const known = begun.get(key);
    if (known !== undefined) return known;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    begun.set(key, promise);
    setImmediate(() => {
      begun.delete(key);
      work().then(resolve, reject);
    });
    return promise;
  };
};
