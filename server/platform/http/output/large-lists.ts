import { finished } from "node:stream";

import type { FastifyReply } from "fastify";

import { HttpError, unavailable } from "../../lib/errors.ts";
import type { RequestContext } from "../request-context.ts";
import { limitStall } from "../edge/deadlines.ts";

const MEBIBYTE = 1024 * 1024;
/** Bytes of records that a call may read without waiting for its turn: some thousand ordinary records. */
export const ORDINARY_BYTES_MAX = 2 * MEBIBYTE;
/** The most bytes of records on one page (rules 2). */
const PAGE_BYTES_MAX = 16 * MEBIBYTE;
/** A longer page waits for its turn before it is read, so that it isn't read twice. */
const ORDINARY_COUNT_MAX = 2_000;
const AT_ONCE_MAX = 2;
const WAIT_MS_MAX = 4_000;

/** How long a client may read nothing while others wait; otherwise every response's deadline applies. */
const STALL_MS_MAX = 1_000;

type Release = () => void;
/** A call that reads a large list. `hurry` is called while others wait for it. */
type Reader = { credential: string; hurry: () => void };
type WaitingReader = { reader: Reader; begin: () => void };
type Queue = { reading: Set<Reader>; waiting: WaitingReader[] };

/**
 * Lets two calls at once read large lists of a location, one for each credential, so that none blocks the others; the
 * rest wait in order of arrival.
 */
export type LargeListQueue = (location: string, reader: Reader) => Promise<Release>;

const canBegin = ({ reading }: Queue, { credential }: Reader): boolean =>
  reading.size < AT_ONCE_MAX && ![...reading].some((other) => other.credential === credential);

/** Starts the calls that can begin, and hurries those that are reading while others wait. */
const advance = (queue: Queue): void => {
  const before = queue.waiting;
  queue.waiting = [];
  for (const next of before)
    if (canBegin(queue, next.reader)) {
      queue.reading.add(next.reader);
      next.begin();
    } else queue.waiting.push(next);
  if (queue.waiting.length > 0) for (const { hurry } of queue.reading) hurry();
};

const tooLong = (): HttpError =>
  unavailable("Other large lists of this location are being read. Try again shortly, or with a smaller count.", "busy");

const wait = (queue: Queue, reader: Reader, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const waiting = { reader, begin };
    const timer = setTimeout(() => {
      queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
      reject(tooLong());
    }, waitMs);
    queue.waiting.push(waiting);
    advance(queue);
  });

/** Makes the queue of a process. */
export const makeLargeListQueue = (waitMs = WAIT_MS_MAX): LargeListQueue => {
  const queues = new Map<string, Queue>();
  return async (location, reader) => {
    const queue = queues.get(location) ?? { reading: new Set(), waiting: [] };
    queues.set(location, queue);
    await wait(queue, reader, waitMs);
    return () => {
      queue.reading.delete(reader);
      advance(queue);
      if (queue.reading.size === 0) queues.delete(location);
    };
  };
};

/**
 * Takes a turn, which ends when the response has been sent, its client is gone, or its client reads nothing while
 * others wait.
 */
export const takeTurn = async (
  turns: LargeListQueue,
  location: string,
  credential: string,
  { raw }: FastifyReply,
): Promise<void> => {
  finished(raw, await turns(location, { credential, hurry: () => limitStall(raw, STALL_MS_MAX) }));
};

const tooLarge = (): HttpError =>
  new HttpError(
    400,
    {
      message: '"count" is too large: the records on this page exceed 16 MiB in total. Request fewer at a time.',
      code: "page_too_large",
      field: "count",
    },
    "page of more than 16 MiB",
  );

/**
 * Reads a page of at most 16 MiB of records; one of more than 2 MiB waits for its turn. The limit is part of the
 * statement, so that no more is ever in memory.
 * @param read returns the bytes of all records of the page, including those that its limit leaves out. Errors: `400`
 * naming `count`, `503` if others of the location take too long
 */
export const readPage = async <T extends { bytes: number }>(
  ctx: Pick<RequestContext, "takeTurn">,
  count: number,
  read: (bytesMax: number) => Promise<T>,
): Promise<T> => {
  if (count <= ORDINARY_COUNT_MAX) {
    const page = await read(ORDINARY_BYTES_MAX);
    if (page.bytes <= ORDINARY_BYTES_MAX) return page;
    if (page.bytes > PAGE_BYTES_MAX) throw tooLarge();
  }
  await ctx.takeTurn?.();
  const page = await read(PAGE_BYTES_MAX);
  if (page.bytes > PAGE_BYTES_MAX) throw tooLarge();
  return page;
};
