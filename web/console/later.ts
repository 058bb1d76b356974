import { useSyncExternalStore } from "react";

import { connect } from "../../client/client.ts";
import type { Endpoints } from "../../client/dist/endpoints.d.ts";
import { afterPaint } from "./after-paint.ts";
import { leave, say, type Said } from "./components/toast.tsx";
import { showFailed, type FailedAction } from "./failed-actions.ts";
import { readAgain } from "./people.ts";
import { reasonOf } from "./refusal.ts";
import { fetchInTime } from "./time-limit.ts";

/**
 * What cannot be taken back once it is sent, such as a sign-out or a decision, is sent when its toast leaves: until then Undo
 * costs nothing, and the page shows it as done. Nothing is lost when the page is left in between: it is sent at that moment.
 */
type Kind = "out" | "in" | "decided" | "declined";

type Later = {
  kind: Kind;
  location: string;
  ids: readonly string[];
  words: Said["words"];
  undo: string;
  /** Sends one of them. */
  send: (id: string) => Promise<unknown>;
  /** What is said of one of them that the service did not do; it is shown again as it was. */
  failed: (id: string) => Pick<FailedAction, "words" | "isDone">;
};

/** Sends also while the page is being left. */
export const parting = connect<Endpoints>({
  url: globalThis.location.origin,
  fetch: (input, init) => fetchInTime(input, { ...init, keepalive: true }),
  retries: 0,
});

const TOGETHER = 4;
/** Browsers give up what a page sends while it is left where that is more than twenty. */
const AT_ONCE = 16;

let waiting: Record<Kind, ReadonlySet<string>> = {
  out: new Set(),
  in: new Set(),
  decided: new Set(),
  declined: new Set(),
};
const watchers = new Set<() => void>();

const change = (kind: Kind, edit: (ids: Set<string>) => void): void => {
  const ids = new Set(waiting[kind]);
  edit(ids);
  waiting = { ...waiting, [kind]: ids };
  afterPaint(() => {
    for (const watcher of watchers) watcher();
  });
};

/** Shows the ids as done before the service has answered. */
export const hold = (kind: Kind, ids: readonly string[]): void =>
  change(kind, (set) => {
    for (const id of ids) set.add(id);
  });

/** Shows the ids as the service has them. */
export const release = (kind: Kind, ids: readonly string[]): void =>
  change(kind, (set) => {
    for (const id of ids) set.delete(id);
  });

/** Whether one is shown as done and not yet sent. */
export const isWaiting = (kind: Kind, id: string): boolean => waiting[kind].has(id);

/** Sends more of what is being sent without waiting for the answers. @returns how many have to wait all the same */
type Rush = () => number;
const underWay = new Set<Rush>();

/** Sends a few at a time. @returns why, of those that were refused */
const sendAll = async ({ ids, send }: Later): Promise<ReadonlyMap<string, string>> => {
  const left = [...ids];
  const sent: Promise<unknown>[] = [];
  const problems = new Map<string, string>();
  const start = (id: string): Promise<unknown> => {
    const answered = send(id).catch((error: unknown) => problems.set(id, reasonOf(error)));
    sent.push(answered);
    return answered;
  };
  const rush = (): number => {
    for (const id of left.splice(0, AT_ONCE)) void start(id);
    return left.length;
  };
  underWay.add(rush);
  const work = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await start(id);
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  await Promise.all(sent);
  underWay.delete(rush);
  return problems;
};

const finish = async (later: Later): Promise<void> => {
  const problems = await sendAll(later);
  const { kind, location } = later;
  // What was not done is taken back before anything is read: without network nothing can be.
  release(kind, [...problems.keys()]);
  const again = (ids: readonly string[]): void => doNow({ ...later, ids });
  showFailed([...problems].map(([id, reason]) => ({ id, location, reason, again, ...later.failed(id) })));
  await readAgain(location);
  release(kind, later.ids);
};

/** The same without an offer: what is tried again was decided before. */
const doNow = (later: Later): void => {
  hold(later.kind, later.ids);
  void finish(later);
};

/** Shows it as done, offers Undo, and does it when the offer has passed. Without network it is tried at once, and said to have failed. */
export const doLater = (later: Later): void => {
  if (!navigator.onLine) return doNow(later);
  hold(later.kind, later.ids);
  say({
    words: later.words,
    action: { label: later.undo, hint: "Z", run: () => release(later.kind, later.ids) },
    left: () => void finish(later),
  });
};

/** Ends the offer, and sends what is still to be sent. @returns how many can only be sent if the page stays */
const endOffer = (): number => {
  if (waiting.out.size + waiting.decided.size + waiting.declined.size > 0) leave();
  return [...underWay].reduce((sum, rush) => sum + rush(), 0);
};

/** Links that open another program look like leaving, and leave nothing. */
const opensElsewhere = (): boolean => document.activeElement?.matches("a[href^='mailto:'], a[href^='tel:']") === true;

// The offer passes as well when the page is left, before the next one is asked for, so that the next one shows it. And when it goes
// out of sight: phones end pages there without another word.
globalThis.addEventListener("beforeunload", (event) => {
  if (!opensElsewhere() && endOffer() > 0) event.preventDefault();
});
globalThis.addEventListener("pagehide", endOffer);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") endOffer();
});

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The ids that are shown as done and not yet sent. */
export const useWaiting = (kind: Kind): ReadonlySet<string> => useSyncExternalStore(watch, () => waiting[kind]);
