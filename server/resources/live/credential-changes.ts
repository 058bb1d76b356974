import type { Context } from "../../platform/context.ts";
import { findHead } from "../../platform/db/log-head.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import type { Listener } from "./listener.ts";
import { listSubjectsAfter } from "./store.ts";

/** Entries per read. */
const PAGE = 500;

/** Follows the service's own log, which tells of changes of users, sessions, keys and locations. */
export type CredentialWatch = {
  /** Begins at the present end of the log, unless it has begun. */
  begin(): Promise<void>;
  /** The number up to which the log was read; undefined before the beginning. */
  cursor(): number | undefined;
  /** Reads on, and rechecks the streams that the new entries concern. It doesn't throw. */
  read(): void;
};

/**
 * Makes the watch of a process. A stream is looked up again as soon as the log names its user, session, key or location:
 * a revoked credential must not keep listening until the next heartbeat.
 * @param listeners the open streams
 */
export const makeCredentialWatch = (
  { db, log }: Pick<Context, "db" | "log">,
  listeners: () => Iterable<Listener>,
): CredentialWatch => {
  let cursor: number | undefined;
  let reading = false;
  let stale = false;
  const begin = async (): Promise<void> => {
    const head = cursor ?? (await findHead(db, SERVICE_LOCATION));
    cursor ??= head;
  };
  const readPage = async (): Promise<boolean> => {
    if (cursor === undefined) return false;
    const page = await listSubjectsAfter(db, SERVICE_LOCATION, cursor, PAGE);
    cursor = page.at(-1)?.seq ?? cursor;
    const changed = new Set(page.map(({ subject_id }) => subject_id));
    for (const listener of listeners()) if (listener.concerns.some((id) => changed.has(id))) listener.recheck();
    return page.length === PAGE;
  };
  const readOn = async (): Promise<void> => {
    reading = true;
    try {
      do stale = false;
      while ((await readPage()) || stale);
    } catch (error) {
      log.warn({ code: Object(error).code }, "live events: changes of credentials could not be read; trying again");
    } finally {
      reading = false;
    }
  };
  return {
    begin,
    cursor: () => cursor,
    read: () => {
      if (reading) stale = true;
      else void readOn();
    },
  };
};
