import { unavailable } from "../../lib/errors.ts";

/** The most passwords waiting to be checked, in each of the two lanes. */
const WAITING_MAX = 64;

/**
 * The queue position of a password: behind others of its source address, and in a separate lane if the account knows
 * the browser or address.
 */
export type QueueLine = { source: string; isKnown: boolean };

type WaitingJob = { start: () => void; refuse: (error: Error) => void };

const full = (): Error => unavailable("Too many logins at once. Try again shortly.", "busy", "password queue is full");

/** The passwords in one lane, by source in the order of their turns: each source has one turn, then goes to the end. */
type Lane = { take: () => WaitingJob | undefined; add: (source: string, waiting: WaitingJob) => void };

const longestIn = (sources: ReadonlyMap<string, WaitingJob[]>): WaitingJob[] =>
  [...sources.values()].reduce((longest, one) => (one.length > longest.length ? one : longest), []);

const makeLane = (): Lane => {
  const sources = new Map<string, WaitingJob[]>();
  let size = 0;
  const take = (): WaitingJob | undefined => {
    const [first] = sources;
    if (first === undefined) return undefined;
    const [source, line] = first;
    sources.delete(source);
    const next = line.shift();
    if (line.length > 0) sources.set(source, line);
    size -= 1;
    return next;
  };
  const add = (source: string, waiting: WaitingJob): void => {
    const line = sources.get(source) ?? [];
    if (size >= WAITING_MAX) {
      // A source loses a place only to one that has fewer even then.
      const longest = longestIn(sources);
      if (longest.length <= line.length + 1) return waiting.refuse(full());
      longest.pop()?.refuse(full());
      size -= 1;
    }
    line.push(waiting);
    sources.set(source, line);
    size += 1;
  };
  return { take, add };
};

/**
 * A queue for work that costs processor time: at most `width` at once, then two bounded lanes, then `503`. A flood of
 * logins must block neither the entrance nor users whose browser or address is known: their lane goes first, and can't
 * be flooded, since an account accepts 30 wrong passwords from there.
 */
export const makePasswordQueue = (width: number) => {
  const knownLane = makeLane();
  const strangers = makeLane();
  let running = 0;
  const turn = ({ source, isKnown }: QueueLine): Promise<void> =>
    new Promise((start, refuse) => {
      if (running >= width) return (isKnown ? knownLane : strangers).add(source, { start, refuse });
      running += 1;
      start();
    });
  const release = (): void => {
    const next = knownLane.take() ?? strangers.take();
    if (next === undefined) running -= 1;
    else next.start();
  };
  return async <T>(line: QueueLine, work: () => Promise<T>): Promise<T> => {
    await turn(line);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
