import { createStore, useStore } from "../../../shared/store.ts";
import { queryClient } from "../api/api.ts";
import type { Visit } from "./visits.ts";

/**
 * An action that failed or got no response. It remains on the row of its record until it is dismissed, retried, or
 * found to have succeeded: a receptionist who looked away must not take it for done.
 */
export type FailedAction = {
  /** The record it was about: a visit, a registered visitor, a request. */
  id: string;
  location: string;
  /** What did not happen, as a sentence: "Jonas Groß wasn't signed out." */
  words: string;
  /** Why, as a sentence. */
  reason: string;
  /** Retries it for these records; the same function for all of one action. */
  retry: (ids: readonly string[]) => void;
  /** Whether it has succeeded after all, according to who is inside. */
  isDone?: (inside: readonly Visit[]) => boolean;
};

const failedActions = createStore<readonly FailedAction[]>([]);
/** How many visible rows show the failure of a record. */
const rowFailureCounts = createStore<ReadonlyMap<string, number>>(new Map());

/** Keeps those that pass `test`; returns the same list if all do. */
const keep = (test: (action: FailedAction) => boolean): void => {
  const all = failedActions.get();
  if (!all.every(test)) failedActions.set(all.filter(test));
};

/** Dismisses failures: of these records, or all. */
export const dismissFailed = (ids?: readonly string[]): void =>
  keep(({ id }) => ids !== undefined && !ids.includes(id));

/** Shows failures until they are dismissed. A newer one of the same record replaces the last. */
export const showFailed = (actions: readonly FailedAction[]): void => {
  const ids = new Set(actions.map(({ id }) => id));
  failedActions.set([...failedActions.get().filter(({ id }) => !ids.has(id)), ...actions]);
};

/** Retries failed actions: those of one action together. */
export const retryFailed = (actions: readonly FailedAction[]): void => {
  dismissFailed(actions.map(({ id }) => id));
  for (const [retry, group] of Map.groupBy(actions, (one) => one.retry)) retry(group.map(({ id }) => id));
};

// The next list of who is inside settles actions without a response.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "success") return;
  const [location, kind, what] = event.query.queryKey;
  if (kind !== "inside" || what !== "list") return;
  const inside = event.query.state.data as readonly Visit[];
  keep((one) => one.location !== location || one.isDone?.(inside) !== true);
});

/** All failed actions. */
export const useFailedActions = (): readonly FailedAction[] => useStore(failedActions);

/** The records whose failure a visible row shows. */
export const useRowFailureCounts = (): ReadonlyMap<string, number> => useStore(rowFailureCounts);

/** Registers that a row shows the failure of a record. @returns unregisters it */
export const registerRowFailure = (id: string): (() => void) => {
  const count = (by: 1 | -1): void => {
    const counts = new Map(rowFailureCounts.get());
    const rows = (counts.get(id) ?? 0) + by;
    if (rows > 0) counts.set(id, rows);
    else counts.delete(id);
    rowFailureCounts.set(counts);
  };
  count(1);
  return () => count(-1);
};
