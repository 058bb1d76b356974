import { createStore, useStore } from "../../shared/store.ts";
import { queryClient } from "./api.ts";
import type { Visit } from "./visits.ts";

/**
 * An action that the service did not do, or did not answer for. It stays on the row of its record until it is dismissed, tried
 * again, or known to have been done after all: a receptionist who looked away must not take it for done.
 */
export type FailedAction = {
  /** The record it was about: a visit, a registered visitor, a request. */
  id: string;
  location: string;
  /** What did not happen, as a sentence: "Jonas Groß wasn't signed out." */
  words: string;
  /** Why, as a sentence. */
  reason: string;
  /** Does it once more for these records; the same function for all of one action. */
  retry: (ids: readonly string[]) => void;
  /** Whether it has been done after all, by what is known of who is inside. */
  isDone?: (inside: readonly Visit[]) => boolean;
};

const failedActions = createStore<readonly FailedAction[]>([]);
/** How many rows on the screen show the failure of a record. */
const rowFailureCounts = createStore<ReadonlyMap<string, number>>(new Map());

/** Those that stay by `test`: the same list when all do. */
const keep = (test: (action: FailedAction) => boolean): void => {
  const all = failedActions.get();
  if (!all.every(test)) failedActions.set(all.filter(test));
};

/** Takes failures away: of these records, or all. */
export const dismissFailed = (ids?: readonly string[]): void =>
  keep(({ id }) => ids !== undefined && !ids.includes(id));

/** Shows failures until they are dismissed. A newer one of the same record takes the place of the last. */
export const showFailed = (actions: readonly FailedAction[]): void => {
  const ids = new Set(actions.map(({ id }) => id));
  failedActions.set([...failedActions.get().filter(({ id }) => !ids.has(id)), ...actions]);
};

/** Tries failed actions again: those of one action together. */
export const retryFailed = (actions: readonly FailedAction[]): void => {
  dismissFailed(actions.map(({ id }) => id));
  for (const [retry, group] of Map.groupBy(actions, (one) => one.retry)) retry(group.map(({ id }) => id));
};

// What a lost answer left open is settled by the next list of who is inside.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "success") return;
  const [location, kind, what] = event.query.queryKey;
  if (kind !== "inside" || what !== "list") return;
  const inside = event.query.state.data as readonly Visit[];
  keep((one) => one.location !== location || one.isDone?.(inside) !== true);
});

/** Everything that was not done. */
export const useFailedActions = (): readonly FailedAction[] => useStore(failedActions);

/** The records whose failure a row on the screen shows. */
export const useRowFailureCounts = (): ReadonlyMap<string, number> => useStore(rowFailureCounts);

/** Notes that a row shows the failure of a record. @returns takes the note back */
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
