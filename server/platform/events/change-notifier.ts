import type { Db } from "../db/database.ts";

/** Tells readers of the log, in this process and others, that a location's log has grown. */
export type ChangeNotifier = {
  /** Called after a commit in this process. */
  changed(location: string): void;
  /**
   * @param listener is called soon after a commit, once for several that follow closely. It must not throw, and must not rely on
   *   each call: a process may die between commit and announcement, so readers look for themselves every second as well.
   * @returns how to stop listening
   */
  on(listener: (location: string) => void): () => void;
};

/** Both ends of a wake: `change-link.ts` carries it between processes. */
export type NotifierEnds = ChangeNotifier & {
  /** Called when another process has announced a change. */
  heard(location: string): void;
  /** Like `on`, for changes of this process alone. */
  onOwn(listener: (location: string) => void): () => void;
};

type Listeners = Set<(location: string) => void>;

const subscriberTo = (listeners: Listeners) => (listener: (location: string) => void) => {
  // Of its own, so that one function may listen twice.
  const own = (location: string): void => listener(location);
  listeners.add(own);
  return (): void => void listeners.delete(own);
};

/** Makes the wake of a process. Without a link (tests, commands) it reaches listeners of this process only. */
export const makeChangeNotifier = (): NotifierEnds => {
  const all: Listeners = new Set();
  const own: Listeners = new Set();
  const grown = new Map<string, boolean>();
  // Off the way of the request, and many commits at once are one call.
  const tell = (): void => {
    const batch = [...grown];
    grown.clear();
    for (const [location, here] of batch) {
      for (const listener of all) listener(location);
      if (here) for (const listener of own) listener(location);
    }
  };
  const note = (location: string, here: boolean): void => {
    if (grown.size === 0) setImmediate(tell);
    grown.set(location, here || grown.get(location) === true);
  };
  return {
    changed: (location) => note(location, true),
    heard: (location) => note(location, false),
    on: subscriberTo(all),
    onOwn: subscriberTo(own),
  };
};

/** The database, telling `note` of each location whose log a statement has written to. */
const reportingChanges = (db: Db, note: (location: string) => void): Db => {
  const after = <T>(rows: Promise<T>, location: string | undefined): Promise<T> =>
    location === undefined
      ? rows
      : rows.then((done) => {
          note(location);
          return done;
        });
  return {
    rows: (query) => after(db.rows(query), "compile" in query ? undefined : query.logLocation),
    named: (statement, values) => after(db.named(statement, values), statement.logLocation),
    transaction: (work) => db.transaction((inner) => work(reportingChanges(inner, note))),
  };
};

/**
 * The same database, that calls `wake.changed` after each commit that wrote to a log, and never for one that was rolled back.
 * No rule has to think of it: what writes the entry names its location (log.ts).
 */
export const withChangeNotifications = (db: Db, wake: Pick<ChangeNotifier, "changed">): Db => ({
  ...reportingChanges(db, wake.changed),
  transaction: async (work) => {
    const grown = new Set<string>();
    const result = await db.transaction((inner) => work(reportingChanges(inner, (location) => grown.add(location))));
    for (const location of grown) wake.changed(location);
    return result;
  },
});
