import { once } from "node:events";
import { type Transferable, Worker } from "node:worker_threads";

/** A thread for work that would hold up requests: started on demand, ended when it has been idle. */
export type WorkerThread = {
  /**
   * Has one task done; one at a time.
   * @param moved buffers that the thread takes over instead of a copy
   * @returns what the thread answers; undefined if it took too long or too much memory, after which a new one is
   * started for the next task
   */
  run(task: unknown, limitMs: number, moved?: readonly Transferable[]): Promise<unknown>;
  end(): Promise<void>;
};

/** The file of the thread, which posts a message once it is ready; and what it may use. */
type ThreadOptions = { entry: URL; heapMbMax: number; idleMs: number };

const start = async ({ entry, heapMbMax }: ThreadOptions, stopping: AbortSignal): Promise<Worker> => {
  const thread = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: heapMbMax } });
  // Once no answer is awaited any more, a late error would end the process.
  thread.on("error", () => undefined);
  try {
    await once(thread, "message", { signal: stopping });
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return thread;
};

/** @returns the answer; undefined if it took too long, after which the thread can't be used any more */
const ask = async (
  thread: Worker,
  task: unknown,
  limitMs: number,
  moved: readonly Transferable[],
  stopping: AbortSignal,
): Promise<unknown> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    const answer = once(thread, "message", { signal: AbortSignal.any([limit.signal, stopping]) });
    thread.postMessage(task, moved);
    return (await answer)[0];
  } catch (error) {
    if (limit.signal.aborted && !stopping.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const isOutOfMemory = (error: unknown): boolean => Reflect.get(Object(error), "code") === "ERR_WORKER_OUT_OF_MEMORY";

/** Makes a thread. @param stopping once aborted, tasks fail and no thread is started */
export const makeWorkerThread = (options: ThreadOptions, stopping: AbortSignal): WorkerThread => {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  const run = async (task: unknown, limitMs: number, moved: readonly Transferable[] = []): Promise<unknown> => {
    clearTimeout(idle);
    try {
      thread ??= await start(options, stopping);
      thread.ref();
      const answer = await ask(thread, task, limitMs, moved, stopping);
      if (answer === undefined) await end();
      return answer;
    } catch (error) {
      await end();
      if (stopping.aborted || !isOutOfMemory(error)) throw error;
      return undefined;
    } finally {
      thread?.unref();
      idle = setTimeout(() => void end(), options.idleMs).unref();
    }
  };
  return { run, end };
};
