import { HttpError, unavailable } from "../../../lib/errors.ts";
import { makeKeyedQueue } from "../../../lib/async/keyed-queue.ts";
import { makeWorkerThread, type WorkerThread } from "../../../lib/async/worker-thread.ts";
import type { BodyAnswer } from "./body-thread.ts";
import { type BodyContent, type BodyTask, readContent } from "./content.ts";

/** Reads request bodies: short ones at once, long ones in a thread, so that none holds up other requests for long. */
export type BodyReader = {
  /** Errors: `400`, `413` as `readContent`; `503` if too many wait, or if one takes too long. */
  read(task: BodyTask): Promise<BodyContent>;
  stop(): Promise<void>;
};

/** Longer bodies are read in a thread. The worst take 35 ms a MiB. */
const SHORT_BYTES_MAX = 512 * 1024;
/** A request may take ten seconds in all. */
const READ_MS_MAX = 9_000;
const WAITING_MAX = 32;
const THREAD = { entry: new URL("./body-thread.ts", import.meta.url), heapMbMax: 512, idleMs: 60_000 };

const busy = () => unavailable("Too many long bodies are being read. Try again shortly.", "busy", "bodies: too many");
const tooSlow = () => unavailable("The body could not be read in time. Send it in parts.", "busy", "bodies: too slow");
const ending = () => unavailable("Foyer is stopping. Try again shortly.", "stopping", "bodies: stopping");

/** The buffers to be handed over: those in which nothing else is. */
const movable = ({ chunks }: BodyTask): ArrayBuffer[] =>
  chunks.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );

const lengthOf = ({ chunks }: BodyTask): number => chunks.reduce((length, chunk) => length + chunk.length, 0);

const readIn = async (thread: WorkerThread, task: BodyTask): Promise<BodyContent> => {
  const list: unknown[] = [];
  for (let next: BodyTask | undefined = task; ; next = undefined) {
    // Safe: body-thread.ts answers nothing else.
    const answer = (await thread.run(next, READ_MS_MAX, next && movable(next))) as BodyAnswer | undefined;
    if (answer === undefined) throw tooSlow();
    if ("refusal" in answer) {
      const { status, body, reason, headers } = answer.refusal;
      throw new HttpError(status, body, reason, headers);
    }
    if ("value" in answer) return answer;
    if (answer.piece === undefined) return { kind: answer.kind, value: list };
    list.push(...answer.piece);
  }
};

/** Makes the reader; its thread is started when it is first needed. */
export const makeBodyReader = (): BodyReader => {
  const stopping = new AbortController();
  const inTurn = makeKeyedQueue({ waitingMax: WAITING_MAX, waitMs: READ_MS_MAX, refuse: busy });
  const thread = makeWorkerThread(THREAD, stopping.signal);
  return {
    read: async (task) => {
      if (lengthOf(task) <= SHORT_BYTES_MAX) return readContent(task);
      try {
        return await inTurn("", () => readIn(thread, task));
      } catch (error) {
        throw stopping.signal.aborted ? ending() : error;
      }
    },
    stop: async () => {
      stopping.abort();
      await thread.end();
    },
  };
};
