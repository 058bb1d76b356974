import { useSyncExternalStore } from "react";

import { connect } from "../../client/client.ts";
import type { Endpoints } from "../../client/dist/endpoints.d.ts";
import { afterPaint } from "./after-paint.ts";
import { leave, say, type Said } from "./components/toast.tsx";
import { readAgain } from "./people.ts";
import { reasonOf } from "./refusal.ts";

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
  /** Says that it was refused; it is shown again as it was. */
  refused: (reason: string) => void;
};

/** Sends also while the page is being left. */
export const parting = connect<Endpoints>({
  url: globalThis.location.origin,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});

const TOGETHER = 4;

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

const sendAll = async ({ ids, send }: Later): Promise<string | undefined> => {
  const left = [...ids];
  let problem: string | undefined;
  const work = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift())
      await send(id).catch((error: unknown) => (problem = reasonOf(error)));
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return problem;
};

const finish = async (later: Later): Promise<void> => {
  const problem = await sendAll(later);
  await readAgain(later.location);
  release(later.kind, later.ids);
  if (problem !== undefined) later.refused(problem);
};

/** Shows it as done, offers Undo, and does it when the offer has passed. */
export const doLater = (later: Later): void => {
  hold(later.kind, later.ids);
  say({
    words: later.words,
    action: { label: later.undo, hint: "Z", run: () => release(later.kind, later.ids) },
    left: () => void finish(later),
  });
};

// The offer passes as well when the page is left, before the next one is asked for, so that the next one shows it. And when it goes
// out of sight: phones end pages there without another word.
const endOffer = (): void => {
  if (waiting.out.size + waiting.decided.size + waiting.declined.size > 0) leave();
};
globalThis.addEventListener("beforeunload", endOffer);
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
