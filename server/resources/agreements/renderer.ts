import { unavailable } from "../../platform/lib/errors.ts";
import { makeWorkerThread } from "../../platform/lib/async/worker-thread.ts";
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
const WAITING_MAX = 32;
const WAITING_OF_LOCATION_MAX = 4;
/** The PDF writer takes some 60 MB: it is kept only while documents are requested. */
const THREAD = { entry: new URL("./render-thread.ts", import.meta.url), heapMbMax: 384, idleMs: 60_000 };

type Job = {
  location: string;
  document: SignedDocument;
  resolve: (bytes: Buffer) => void;
  reject: (error: unknown) => void;
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

/** Makes the renderer. @param limitMs the longest time for typesetting a text, in milliseconds */
export const makeDocumentRenderer = (limitMs = RENDER_MS_MAX): DocumentRenderer => {
  const stopping = new AbortController();
  const thread = makeWorkerThread(THREAD, stopping.signal);
  const waiting: Job[] = [];
  let working = false;
  let last = "";
  const renderOne = async ({ document }: Job): Promise<Buffer> => {
    const whole: RenderTask = { document, printsText: true };
    // A text that needs more memory than the thread has is treated like one that takes too long.
    const bytes =
      (await thread.run(whole, limitMs)) ?? (await thread.run({ ...whole, printsText: false }, RENDER_MS_MAX));
    if (!(bytes instanceof Uint8Array)) throw tooSlow();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
