import { type AsyncHook, createHook } from "node:async_hooks";

/**
 * Node's test runner follows every promise of a process, to name the test in which an error was thrown that nothing caught, and to know
 * the suite to which a file that is being read adds its tests. Only the second is needed, and following them takes a tenth of the
 * processor time: an error that nothing caught still fails the run, under the name of the batch.
 * @param start has the runner begin
 * @returns ends the tracking, once all files have been read
 */
export const holdPromiseTracking = async (start: () => Promise<unknown>): Promise<() => void> => {
  const prototype: { enable: (this: AsyncHook) => AsyncHook } = Object.getPrototypeOf(createHook({}));
  const { enable } = prototype;
  const enabled: AsyncHook[] = [];
  prototype.enable = function collect(this: AsyncHook): AsyncHook {
    enabled.push(this);
    return enable.call(this);
  };
  await start().finally(() => (prototype.enable = enable));
  return () => enabled.forEach((hook) => hook.disable());
};
