import type { ServerResponse } from "node:http";

import { HEARTBEAT, PULSE } from "./frames.ts";

/** What waits for a client that reads too slowly, in bytes, before it is disconnected; about a thousand events. */
const BUFFERED_MAX = 256 * 1024;

/** One client of a stream. */
export type Listener = {
  /** The number in the log up to which it was sent everything. */
  cursor: number;
  /** Whether it has caught up with its room and is sent what the room reads. */
  live: boolean;
  readonly open: boolean;
  /** Sends what follows the cursor up to `seq`; a client that cannot take it is disconnected. */
  send(text: string | Buffer, seq: number): void;
  /** Waits until the client has taken what was sent; ends when it is gone. */
  drained(): Promise<void>;
  /** Ends the stream as the client expects it. */
  end(): void;
};

/** How a stream is kept. */
export type StreamSettings = {
  /** The shortest and the longest time between two heartbeats. */
  heartbeatMs: readonly [number, number];
  /** How often the client is sent a pulse; undefined: it did not ask for any. */
  pulseMs: number | undefined;
  /** Whether the caller would still be let in. Errors: it cannot be told now. */
  isAllowed: () => Promise<boolean>;
  onClose: () => void;
};

const between = ([least, most]: readonly [number, number]): number => least + Math.random() * (most - least);

const isOpen = (answer: ServerResponse): boolean => !answer.destroyed && !answer.writableEnded;

/** Beats until the answer is closed, and ends it when its caller is no longer let in. */
const keepBeating = (answer: ServerResponse, { heartbeatMs, isAllowed }: StreamSettings, end: () => void): void => {
  let waited = false;
  let timer: NodeJS.Timeout;
  const beat = async (): Promise<void> => {
    // While the database is away nothing can be told of the caller, and nothing new is sent either.
    const allowed = await isAllowed().catch(() => true);
    if (!isOpen(answer)) return;
    if (!allowed) return end();
    // Nothing was read between two heartbeats.
    if (answer.writableNeedDrain && waited) return void answer.destroy();
    waited = answer.writableNeedDrain;
    answer.write(HEARTBEAT);
    beatLater();
  };
  const beatLater = (): void => {
    timer = setTimeout(() => void beat(), between(heartbeatMs)).unref();
  };
  answer.once("close", () => clearTimeout(timer));
  beatLater();
};

/** Sends a pulse now and then, so that the client can tell a silent line from a quiet location. */
const keepPulsing = (answer: ServerResponse, pulseMs: number): void => {
  const pulse = (): void => {
    // A client that does not read learns nothing from more of them.
    if (isOpen(answer) && !answer.writableNeedDrain) answer.write(PULSE);
  };
  const timer = setInterval(pulse, pulseMs).unref();
  answer.once("close", () => clearInterval(timer));
  pulse();
};

const drained = (answer: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (answer.destroyed || !answer.writableNeedDrain) return resolve();
    const done = (): void => {
      answer.off("drain", done).off("close", done);
      resolve();
    };
    answer.on("drain", done).on("close", done);
  });

/** Takes over an answer whose head was sent. @param cursor the number in the log after which it begins */
export const makeListener = (answer: ServerResponse, cursor: number, keeping: StreamSettings): Listener => {
  const end = (): void => {
    // What is not being read cannot be ended: it would hold up a stop.
    if (answer.writableNeedDrain) answer.destroy();
    else answer.end();
  };
  const listener: Listener = {
    cursor,
    live: false,
    get open() {
      return isOpen(answer);
    },
    send: (text, seq) => {
      listener.cursor = seq;
      if (text.length === 0 || !listener.open) return;
      answer.write(text);
      if (listener.live && answer.writableLength > BUFFERED_MAX) answer.destroy();
    },
    drained: () => drained(answer),
    end,
  };
  // The connection may break under a write; its close says so too.
  answer.on("error", () => undefined);
  answer.once("close", keeping.onClose);
  keepBeating(answer, keeping, end);
  if (keeping.pulseMs !== undefined) keepPulsing(answer, keeping.pulseMs);
  return listener;
};
