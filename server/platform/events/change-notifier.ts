import type { Db } from "../db/database.ts";

/** Notifies readers of the log, in this process and others, that a location's log has grown. */
export type ChangeNotifier = {
  /** Called after a commit in this process. */
  changed(location: string): void;
  /**
   * @param listener is called soon after a commit, once for several in quick succession. It must not throw, and must
   * not rely on each call: a process may die between commit and announcement, so readers also poll every second.
   * @returns how to stop listening
   */
  on(listener: (location: string) => void): () => void;
};

/** A notifier with the methods that `change-link.ts` needs to carry changes between processes. */
export type NotifierEnds = ChangeNotifier & {
  /** Called when another process has announced a change. */
  receive(location: string): void;
  /** Like `on`, but only for changes of this process. */
  onLocal(listener: (location: string) => void): () => void;
};

type Listeners = Set<(location: string) => void>;

const subscriberTo = (listeners: Listeners) => (listener: (location: string) => void) => {
  // A new function each time, so that one listener can be added twice.
  const added = (location: string): void => listener(location);
  listeners.add(added);
  return (): void => void listeners.delete(added);
};

/** Makes the notifier of a process. Without a link (tests, commands) it reaches listeners of this process only. */
export const makeChangeNotifier = (): NotifierEnds => {
  const all: Listeners = new Set();
  const local: Listeners = new Set();
  /** The locations to notify about, and whether this process made the change. */
  const grown = new Map<string, boolean>();
  // After the request has been answered; many commits at once make one call.
  const notify = (): void => {
    const batch = [...grown];
    grown.clear();
    for (const [location, isLocal] of batch) {
      for (const listener of all) listener(location);
      if (isLocal) for (const listener of local) listener(location);
    }
  };
  const add = (location: string, isLocal: boolean): void => {
    if (grown.size === 0) setImmediate(notify);
    grown.set(location, isLocal || grown.get(location) === true);
  };
  return {
    changed: (location) => add(location, true),
    receive: (location) => add(location, false),
    on: subscriberTo(all),
    onLocal: subscriberTo(local),
  };
};

/** The same database, which calls `changed` with each location whose log a statement has written to. */
const reportingChanges = (db: Db, changed: (location: string) => void): Db => {
  const after = <T>(rows: Promise<T>, location: string | undefined): Promise<T> =>
    location === undefined
      ? rows
      : rows.then((done) => {
          changed(location);
          return done;
        });
  return {
    rows: (query) => after(db.rows(query), "compile" in query ? undefined : query.logLocation),
    named: (statement, values) => after(db.named(statement, values), statement.logLocation),
    transaction: (work) => db.transaction((inner) => work(reportingChanges(inner, changed))),
  };
};

/**
 * The same database, which calls `notifier.changed` after each commit that wrote to a log, and never after a rollback.
 * Rules don't have to: the statement that writes the entry names its location (log.ts).
 */
export const withChangeNotifications = (db: Db, notifier: Pick<ChangeNotifier, "changed">): Db => ({
  ...reportingChanges(db, notifier.changed),
  transaction: async (work) => {
    const grown = new Set<string>();
    const result = await db.transaction((inner) => work(reportingChanges(inner, (location) => grown.add(location))));
    for (const location of grown) notifier.changed(location);
    return result;
  },
});
