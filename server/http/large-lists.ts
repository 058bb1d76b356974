import { finished } from "node:stream";

import type { FastifyReply } from "fastify";

import { HttpError, unavailable } from "../lib/errors.ts";
import type { Act } from "./call.ts";

const MEBIBYTE = 1024 * 1024;
/** What any number of calls may read at once: some thousand ordinary records. */
export const ORDINARY_BYTES_MAX = 2 * MEBIBYTE;
/** The records of one page together (decisions 10). */
const PAGE_BYTES_MAX = 16 * MEBIBYTE;
/** Longer pages are taken for large before they are read, so that none of them is read twice. */
const ORDINARY_COUNT_MAX = 2_000;
const AT_ONCE_MAX = 2;
const WAIT_MS_MAX = 4_000;

type Release = () => void;
type Queue = { running: number; waiting: Release[] };

/** Who reads large lists of a location: two at once, others in the order in which they came. */
export type LargeListQueue = (location: string) => Promise<Release>;

/** Makes the turns of one process. */
export const makeLargeListQueue = (waitMs = WAIT_MS_MAX): LargeListQueue => {
  const queues = new Map<string, Queue>();
  const release = (location: string, queue: Queue) => (): void => {
    const next = queue.waiting.shift();
    if (next !== undefined) return next();
    queue.running -= 1;
    if (queue.running === 0) queues.delete(location);
  };
  const wait = (queue: Queue): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(begin), 1);
        reject(
          unavailable(
            "Other large lists of this location are being read; try again shortly, or with a smaller count.",
            "busy",
          ),
        );
      }, waitMs);
      queue.waiting.push(begin);
    });
  return async (location) => {
    const queue = queues.get(location) ?? { running: 0, waiting: [] };
    queues.set(location, queue);
    if (queue.running >= AT_ONCE_MAX) await wait(queue);
    else queue.running += 1;
    return release(location, queue);
  };
};

/** Takes a turn that ends when the answer has been sent, or its caller is gone. */
export const takeTurn = async (turns: LargeListQueue, location: string, reply: FastifyReply): Promise<void> => {
  finished(reply.raw, await turns(location));
};

const tooLarge = (): HttpError =>
  new HttpError(
    400,
    {
      message: '"count" is too large: the records of this page exceed 16 MiB together. Ask for fewer at a time.',
      code: "page_too_large",
      field: "count",
    },
    "page of more than 16 MiB",
  );

/**
 * Reads a page whose records stay within 16 MiB; one of more than 2 MiB in its turn. The database is told how much it may hand
 * over, so that no more is ever in memory.
 * @param read gives how many bytes the records have, whatever of them it handed over
 * Errors: `400` naming `count`, `503` when others of the location take too long
 */
export const readPage = async <T extends { bytes: number }>(
  act: Pick<Act, "takeTurn">,
  count: number,
  read: (bytesMax: number) => Promise<T>,
): Promise<T> => {
  if (count <= ORDINARY_COUNT_MAX) {
    const page = await read(ORDINARY_BYTES_MAX);
    if (page.bytes <= ORDINARY_BYTES_MAX) return page;
    if (page.bytes > PAGE_BYTES_MAX) throw tooLarge();
  }
  await act.takeTurn?.();
  const page = await read(PAGE_BYTES_MAX);
  if (page.bytes > PAGE_BYTES_MAX) throw tooLarge();
  return page;
};
