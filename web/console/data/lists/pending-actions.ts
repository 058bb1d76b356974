import { createStore, type Store, useStore } from "../../../shared/store.ts";
import { afterPaint } from "../../lib/after-paint.ts";

/**
 * Actions that are shown as done before they are sent: a sign-out, a sign-in, an approval or rejection, a declined
 * request.
 */
export type PendingKind = "out" | "in" | "decided" | "declined";

const noIds = (): Store<ReadonlySet<string>> => createStore<ReadonlySet<string>>(new Set(), { schedule: afterPaint });

const pending: Record<PendingKind, Store<ReadonlySet<string>>> = {
  out: noIds(),
  in: noIds(),
  decided: noIds(),
  declined: noIds(),
};

/** Shows the IDs as done before the service has answered. */
export const markPending = (kind: PendingKind, ids: readonly string[]): void =>
  pending[kind].set(pending[kind].get().union(new Set(ids)));

/** Shows the IDs in their stored state again. */
export const clearPending = (kind: PendingKind, ids: readonly string[]): void =>
  pending[kind].set(pending[kind].get().difference(new Set(ids)));

/** Whether one is shown as done and not sent yet. */
export const isPending = (kind: PendingKind, id: string): boolean => pending[kind].get().has(id);

/** The IDs that are shown as done and not sent yet. */
export const usePendingIds = (kind: PendingKind): ReadonlySet<string> => useStore(pending[kind]);
