import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { withQuota } from "../../platform/db/connection-quota.ts";
import { SERVICE_LOCATION, tagOf } from "../../platform/lib/record/ids.ts";
import { type CredentialWatch, makeCredentialWatch } from "./credential-changes.ts";
import { type Frame, framesOf } from "./frames.ts";
import type { Listener } from "./listener.ts";
import { type LoggedEvent, listEventsAfter, listGrownLocations } from "./store.ts";

/** How often the log is checked without a notification: another process may have died before it could send one. */
const POLL_MS = 1_000;
/** Entries per read. */
const PAGE = 500;

/** The listeners of one location, and how far its log has been read for all of them. */
type Room = { cursor: number; listeners: Set<Listener>; reading: boolean; stale: boolean };

/** Brings the events of the log to the streams of this process: one read per location, however many listen. */
export type Hub = {
  /**
   * Sends a listener everything after its cursor, then new events, until it leaves.
   * @param head the newest number in the location's log, no older than the listener's arrival
   */
  join(location: string, listener: Listener, head: number): Promise<void>;
  leave(location: string, listener: Listener): void;
  /** Ends all streams; a stream that joins later is ended immediately. */
  end(): void;
};

type Source = Pick<Context, "db" | "quotas" | "changes" | "log">;

/** The database as the streams of one location use it. */
const dbOf = ({ db, quotas }: Source, location: string): Db => withQuota(db, quotas, tagOf(location));

/** @param hosts whose visitors' events alone; all without them */
const textAfter = (frames: readonly Frame[], seq: number, hosts?: readonly string[]): string =>
  frames
    .filter(
      ({ seq: at, hosts: of }) =>
        at > seq && (hosts === undefined || of === null || hosts.some((host) => of.includes(host))),
    )
    .map(({ text }) => text)
    .join("");

/**
 * Sends a page that the room has read to the listeners that have caught up; most need all of it, so that text is made
 * once.
 */
const broadcast = (room: Room, location: string, page: readonly LoggedEvent[]): void => {
  const last = page.at(-1)?.seq;
  if (last === undefined) return;
  const frames = framesOf(location, page);
  const whole = Buffer.from(textAfter(frames, room.cursor));
  for (const listener of room.listeners) {
    if (!listener.live || listener.cursor >= last) continue;
    const isWhole = listener.cursor <= room.cursor && listener.hosts === undefined;
    listener.send(isWhole ? whole : textAfter(frames, listener.cursor, listener.hosts), last);
  }
  // Employees may see less, or more, from now on.
  if (page.some(({ event }) => event === "company_updated")) for (const listener of room.listeners) listener.recheck();
  room.cursor = last;
};

/** Reads new entries for a room until there are no more. */
const readOn = async (source: Source, location: string, room: Room): Promise<void> => {
  const { log } = source;
  const db = dbOf(source, location);
  room.reading = true;
  try {
    let page: LoggedEvent[];
    do {
      room.stale = false;
      page = await listEventsAfter(db, location, room.cursor, PAGE);
      broadcast(room, location, page);
    } while (room.stale || page.length === PAGE);
  } catch (error) {
    log.warn({ code: Object(error).code }, "live events: the log could not be read; trying again");
  } finally {
    room.reading = false;
  }
};

/** Sends a listener what it missed, at its own pace, until it has caught up with its room: from then on it is live. */
const catchUp = async (source: Source, location: string, room: Room, listener: Listener): Promise<void> => {
  const db = dbOf(source, location);
  while (listener.open && listener.cursor < room.cursor) {
    const page = await listEventsAfter(db, location, listener.cursor, PAGE);
    listener.send(textAfter(framesOf(location, page), 0, listener.hosts), page.at(-1)?.seq ?? room.cursor);
    await listener.drained();
  }
  // No other code has run since the room's cursor was read, so nothing is missed or sent twice.
  listener.live = true;
};

/** Checks every second whether a log has grown without a notification. @returns how to stop it */
const pollLogs = (
  { db, log }: Source,
  rooms: ReadonlyMap<string, Room>,
  watch: CredentialWatch,
  read: (location: string) => void,
) => {
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking || rooms.size === 0) return;
    looking = true;
    try {
      const at = [...rooms].map(([location, { cursor }]) => [location, cursor] as const);
      const followed = watch.cursor();
      if (followed !== undefined) at.push([SERVICE_LOCATION, followed]);
      for (const location of await listGrownLocations(db, at)) read(location);
    } catch (error) {
      log.warn({ code: Object(error).code }, "live events: the log could not be checked; trying again");
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), POLL_MS).unref();
  return (): void => clearInterval(timer);
};

/** Makes the hub of a process. */
export const makeHub = (source: Source): Hub => {
  const rooms = new Map<string, Room>();
  let ended = false;
  const watch = makeCredentialWatch(source, () => [...rooms.values()].flatMap(({ listeners }) => [...listeners]));
  const readLog = (location: string): void => {
    if (location === SERVICE_LOCATION && rooms.size > 0) watch.read();
    const room = rooms.get(location);
    if (room === undefined) return;
    if (room.reading) room.stale = true;
    else void readOn(source, location, room);
  };
  const off = source.changes.on(readLog);
  const stopLooking = pollLogs(source, rooms, watch, readLog);
  const enter = (location: string, listener: Listener, head: number): Room => {
    const room = rooms.get(location) ?? { cursor: head, listeners: new Set(), reading: false, stale: false };
    rooms.set(location, room);
    room.listeners.add(listener);
    return room;
  };
  return {
    join: async (location, listener, head) => {
      try {
        await watch.begin();
        if (ended) return listener.end();
        if (!listener.open) return;
        await catchUp(source, location, enter(location, listener, head), listener);
      } catch (error) {
        source.log.warn({ code: Object(error).code }, "live events: a stream ended because the log could not be read");
        return listener.end();
      }
      // Entries committed between reading the head and now; and the credential may have changed since it was looked up.
      readLog(location);
      listener.recheck();
    },
    leave: (location, listener) => {
      const room = rooms.get(location);
      room?.listeners.delete(listener);
      if (room?.listeners.size === 0) rooms.delete(location);
    },
    end: () => {
      ended = true;
      off();
      stopLooking();
      for (const { listeners } of rooms.values()) for (const listener of listeners) listener.end();
    },
  };
};
