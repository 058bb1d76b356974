import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { unavailable } from "../../platform/lib/errors.ts";
import type { SignedDocument } from "./document.ts";
import type { RenderTask } from "./render-thread.ts";

/** Renders signed documents in a thread of its own, one at a time, so that no document holds up a request. */
export type DocumentRenderer = {
  /**
   * @param location whose document it is: locations take turns
   * @returns the bytes of the PDF; a text that takes too long to typeset is attached instead of printed. Errors: `503`
   * if too many wait, or if rendering fails even so
   */
  render(location: string, document: SignedDocument): Promise<Buffer>;
  /** Ends the thread; documents still waiting are refused with `503`. */
  stop(): Promise<void>;
};

/** A request may take ten seconds: enough for two attempts, and for those waiting. */
const RENDER_MS_MAX = 4_000;
/** The PDF writer takes some 60 MB: it is kept only while documents are requested. */
const IDLE_MS = 60_000;
const WAITING_MAX = 32;
const WAITING_OF_LOCATION_MAX = 4;
const HEAP_MB_MAX = 384;

type Job = {
  location: string;
  document: SignedDocument;
  resolve: (bytes: Buffer) => void;
  reject: (error: unknown) => void;
};

const startThread = async (stopping: AbortSignal): Promise<Worker> => {
  const thread = new Worker(new URL("./render-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
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

/** @returns the bytes; undefined if it took too long, after which the thread can't be used any more */
const ask = async (
  thread: Worker,
  task: RenderTask,
  limitMs: number,
  stopping: AbortSignal,
): Promise<Buffer | undefined> => {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs);
  try {
    const answer = once(thread, "message", { signal: AbortSignal.any([limit.signal, stopping]) });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    thread.postMessage(task);
    const [bytes] = (await answer) as [Uint8Array];
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } catch (error) {
    if (limit.signal.aborted && !stopping.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
};

const tooMany = () =>
  unavailable("Too many documents are being created. Try again shortly.", "busy", "documents: queue is full");
const tooSlow = () =>
  unavailable("The document could not be created in time. Try again shortly.", "busy", "documents: too slow");

const ending = () => unavailable("Foyer is stopping. Try again shortly.", "stopping", "documents: stopping");

/** The next job: from another location than the last one, if any. */
const takeNext = (waiting: Job[], last: string): Job | undefined => {
  const other = waiting.findIndex(({ location }) => location !== last);
  return waiting.splice(Math.max(other, 0), 1)[0];
};

/** A text that needs more memory than the thread has is treated like one that takes too long. */
const isOutOfMemory = (error: unknown): boolean => Reflect.get(Object(error), "code") === "ERR_WORKER_OUT_OF_MEMORY";

/** One thread, started on demand and ended when it has been idle. */
const makeThread = (stopping: AbortSignal) => {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  };
  const run = async (task: RenderTask, limitMs: number): Promise<Buffer | undefined> => {
    clearTimeout(idle);
    try {
      thread ??= await startThread(stopping);
      thread.ref();
      const bytes = await ask(thread, task, limitMs, stopping);
      if (bytes === undefined) await end();
      return bytes;
    } catch (error) {
      await end();
      if (stopping.aborted || !isOutOfMemory(error)) throw error;
      return undefined;
    } finally {
      thread?.unref();
      idle = setTimeout(() => void end(), IDLE_MS).unref();
    }
  };
  return { run, end };
};

/** Makes the renderer. @param limitMs the longest time for typesetting a text, in milliseconds */
export const makeDocumentRenderer = (limitMs = RENDER_MS_MAX): DocumentRenderer => {
  const stopping = new AbortController();
  const thread = makeThread(stopping.signal);
  const waiting: Job[] = [];
  let working = false;
  let last = "";
  const renderOne = async ({ document }: Job): Promise<Buffer> => {
    const bytes =
      (await thread.run({ document, printsText: true }, limitMs)) ??
      (await thread.run({ document, printsText: false }, RENDER_MS_MAX));
    if (bytes === undefined) throw tooSlow();
    return bytes;
  };
  const work = async (): Promise<void> => {
    for (let job = takeNext(waiting, last); job !== undefined; job = takeNext(waiting, last)) {
      last = job.location;
      await renderOne(job).then(job.resolve, (error) => job.reject(stopping.signal.aborted ? ending() : error));
    }
    working = false;
  };
  const isFull = (location: string): boolean =>
    waiting.length >= WAITING_MAX ||
    waiting.filter((job) => job.location === location).length >= WAITING_OF_LOCATION_MAX;
  return {
    render: (location, document) => {
      if (isFull(location)) return Promise.reject(tooMany());
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      waiting.push({ location, document, resolve, reject });
      if (!working) void work();
      working = true;
      return promise;
    },
    stop: async () => {
      stopping.abort();
      for (const job of waiting.splice(0)) job.reject(ending());
      await thread.end();
    },
  };
};
