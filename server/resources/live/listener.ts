import type { ServerResponse } from "node:http";

import { HEARTBEAT, PULSE } from "./frames.ts";

/** The most bytes queued for a client that reads too slowly, before it is disconnected: about a thousand events. */
const BUFFERED_MAX = 256 * 1024;

/** One client of a stream. */
export type Listener = {
  /** The number in the log up to which it has been sent everything. */
  cursor: number;
  /** Whether it has caught up with its room and is sent what the room reads. */
  live: boolean;
  readonly open: boolean;
  /** The hosts of whose visitors alone it is told; of all without them. */
  readonly hosts: readonly string[] | undefined;
  /** Sends the events after the cursor up to `seq`; a client that can't take them is disconnected. */
  send(text: string | Buffer, seq: number): void;
  /** Resolves when the client has read what was sent, or is gone. */
  drained(): Promise<void>;
  /** The IDs of its user, session or key, and of its location: a change of any may end it. */
  readonly concerns: readonly string[];
  /** Looks the caller up again, and ends the stream if they are no longer let in. */
  recheck(): void;
  /** Ends the stream as the client expects it. */
  end(): void;
};

/** Settings of a stream. */
export type StreamSettings = {
  /** The shortest and the longest time between two heartbeats. */
  heartbeatMs: readonly [number, number];
  /** How often the client gets a pulse; undefined if it did not ask for any. */
  pulseMs: number | undefined;
  concerns: readonly string[];
  hosts: readonly string[] | undefined;
  /** Looks the caller up again: for how many milliseconds they are still let in; 0: they no longer are. Errors: if that can't be determined now. */
  allowedForMs: () => Promise<number>;
  onClose: () => void;
};

const between = ([least, most]: readonly [number, number]): number => least + Math.random() * (most - least);

const isOpen = (answer: ServerResponse): boolean => !answer.destroyed && !answer.writableEnded;

/** A credential that has expired by the page's own clock a moment too early is looked up again after this time. */
const EXPIRY_MS_MIN = 1_000;
/** Longer than timers go; by then the caller has been looked up at many heartbeats. */
const EXPIRY_MS_MAX = 60 * 60_000;

/** Looks the caller up again when asked and when their credential expires. @returns the look-up: whether they are let in */
const keepChecking = (
  answer: ServerResponse,
  { allowedForMs }: StreamSettings,
  end: () => void,
): (() => Promise<boolean>) => {
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<boolean> => {
    // While the database is away, the caller can't be checked, but nothing new is sent either.
    const ms = await allowedForMs().catch(() => Infinity);
    if (!isOpen(answer)) return false;
    if (ms === 0) {
      end();
      return false;
    }
    clearTimeout(timer);
    if (ms < EXPIRY_MS_MAX) timer = setTimeout(() => void check(), Math.max(ms, EXPIRY_MS_MIN)).unref();
    return true;
  };
  answer.once("close", () => clearTimeout(timer));
  return check;
};

/** Sends heartbeats until the answer is closed, or its caller is no longer let in. */
const keepBeating = (answer: ServerResponse, { heartbeatMs }: StreamSettings, check: () => Promise<boolean>): void => {
  let waited = false;
  let timer: NodeJS.Timeout;
  const beat = async (): Promise<void> => {
    if (!(await check())) return;
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

/** Sends pulses, so that the client can tell a dead connection from a quiet location. */
const keepPulsing = (answer: ServerResponse, pulseMs: number): void => {
  const pulse = (): void => {
    // More of them would not help a client that does not read.
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

/** Takes over an answer whose headers were sent. @param cursor the number in the log after which it begins */
export const makeListener = (answer: ServerResponse, cursor: number, keeping: StreamSettings): Listener => {
  const end = (): void => {
    // An answer that isn't being read can't be ended: it would delay a stop.
    if (answer.writableNeedDrain) answer.destroy();
    else answer.end();
  };
  const check = keepChecking(answer, keeping, end);
  const listener: Listener = {
    cursor,
    live: false,
    concerns: keeping.concerns,
    hosts: keeping.hosts,
    recheck: () => void check(),
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
  // The connection may break during a write; its close event reports that too.
  answer.on("error", () => undefined);
  answer.once("close", keeping.onClose);
  keepBeating(answer, keeping, check);
  if (keeping.pulseMs !== undefined) keepPulsing(answer, keeping.pulseMs);
  return listener;
};
