import { createStore, type Store, useStore } from "../../shared/store.ts";
import { afterPaint } from "../lib/after-paint.ts";

/** What is shown as done before it is sent: a sign-out, a sign-in, an approval or rejection, a declined request. */
export type PendingKind = "out" | "in" | "decided" | "declined";

const noIds = (): Store<ReadonlySet<string>> => createStore<ReadonlySet<string>>(new Set(), { schedule: afterPaint });

const pending: Record<PendingKind, Store<ReadonlySet<string>>> = {
  out: noIds(),
  in: noIds(),
  decided: noIds(),
  declined: noIds(),
};

/** Shows the ids as done before the service has answered. */
export const markPending = (kind: PendingKind, ids: readonly string[]): void =>
  pending[kind].set(pending[kind].get().union(new Set(ids)));

/** Shows the ids as the service has them. */
export const clearPending = (kind: PendingKind, ids: readonly string[]): void =>
  pending[kind].set(pending[kind].get().difference(new Set(ids)));

/** Whether one is shown as done and not yet sent. */
export const isPending = (kind: PendingKind, id: string): boolean => pending[kind].get().has(id);

/** Whether anything of these kinds is shown as done and not yet sent. */
export const hasPending = (kinds: readonly PendingKind[]): boolean =>
  kinds.some((kind) => pending[kind].get().size > 0);

/** The ids that are shown as done and not yet sent. */
export const usePendingIds = (kind: PendingKind): ReadonlySet<string> => useStore(pending[kind]);
