import { useSyncExternalStore } from "react";

import { afterPaint } from "../lib/after-paint.ts";

/** What is shown as done before it is sent: a sign-out, a sign-in, an approval or rejection, a declined request. */
export type PendingKind = "out" | "in" | "decided" | "declined";

let pending: Record<PendingKind, ReadonlySet<string>> = {
  out: new Set(),
  in: new Set(),
  decided: new Set(),
  declined: new Set(),
};
const watchers = new Set<() => void>();

const change = (kind: PendingKind, edit: (ids: Set<string>) => void): void => {
  const ids = new Set(pending[kind]);
  edit(ids);
  pending = { ...pending, [kind]: ids };
  afterPaint(() => {
    for (const watcher of watchers) watcher();
  });
};

/** Shows the ids as done before the service has answered. */
export const markPending = (kind: PendingKind, ids: readonly string[]): void =>
  change(kind, (set) => {
    for (const id of ids) set.add(id);
  });

/** Shows the ids as the service has them. */
export const clearPending = (kind: PendingKind, ids: readonly string[]): void =>
  change(kind, (set) => {
    for (const id of ids) set.delete(id);
  });

/** Whether one is shown as done and not yet sent. */
export const isPending = (kind: PendingKind, id: string): boolean => pending[kind].has(id);

/** Whether anything of these kinds is shown as done and not yet sent. */
export const hasPending = (kinds: readonly PendingKind[]): boolean => kinds.some((kind) => pending[kind].size > 0);

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The ids that are shown as done and not yet sent. */
export const usePendingIds = (kind: PendingKind): ReadonlySet<string> =>
  useSyncExternalStore(watch, () => pending[kind]);
