import { endDeferred, offerUndo, type UndoOffer } from "../components/feedback/undo-offers.ts";
import { showFailed, type FailedAction } from "../data/lists/failed-actions.ts";
import { clearPending, isPending, markPending, type PendingKind } from "../data/lists/pending-actions.ts";
import { invalidatePeople } from "../data/live/invalidation.ts";
import { errorMessage } from "../data/api/error-message.ts";
import { isSessionExpired, onSessionExpired } from "../data/api/session-expiry.ts";

/** An action on records of a location that the page shows as done before it is. */
type RecordsAction = {
  kind: PendingKind;
  location: string;
  ids: readonly string[];
  /** Sends one action, with a short body at most, so that it can also be sent while the page is left (data/api/api.ts). */
  send: (id: string) => Promise<unknown>;
  /** The message for an action that the service refused; its record is shown unchanged again. */
  failed: (id: string) => Pick<FailedAction, "words" | "isDone">;
};

/**
 * Actions that can't be undone once they are sent, such as a sign-out or an approval, are sent when the offer of Undo
 * ends: until then it costs nothing, and the page shows them as done. If the page is left earlier, they are sent at that moment,
 * so nothing is lost.
 */
type DeferredAction = RecordsAction & { offer: Pick<UndoOffer, "kind" | "name" | "words"> };

const CONCURRENCY = 4;
/** Browsers drop requests of a page that is being left beyond twenty. */
const KEEPALIVE_MAX = 16;

/** Sends more of the queued actions without waiting for responses. @returns how many must wait all the same */
type SendRemaining = () => number;
const inFlight = new Set<SendRemaining>();

/** Sends a few at a time. @returns the errors of refused actions */
const sendAll = async ({ ids, send }: RecordsAction): Promise<ReadonlyMap<string, string>> => {
  const left = [...ids];
  const sent = new Set<Promise<unknown>>();
  const problems = new Map<string, string>();
  const start = (id: string): Promise<unknown> => {
    const answered = send(id)
      .catch((error: unknown) => problems.set(id, errorMessage(error)))
      .finally(() => sent.delete(answered));
    sent.add(answered);
    return answered;
  };
  const sendRemaining = (): number => {
    for (const id of left.splice(0, KEEPALIVE_MAX)) void start(id);
    // What was refused because the session has ended waits for the next login on this page.
    return left.length + (isSessionExpired() ? sent.size : 0);
  };
  inFlight.add(sendRemaining);
  const work = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await start(id);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await Promise.all(sent);
  inFlight.delete(sendRemaining);
  return problems;
};

const finish = async (action: RecordsAction): Promise<void> => {
  const problems = await sendAll(action);
  const { kind, location } = action;
  // The refused ones are shown unchanged before anything is read again: offline, nothing can be read.
  clearPending(kind, [...problems.keys()]);
  const retry = (ids: readonly string[]): void => runNow({ ...action, ids });
  showFailed([...problems].map(([id, reason]) => ({ id, location, reason, retry, ...action.failed(id) })));
  await invalidatePeople(location);
  // A refused one may have been sent again meanwhile: it is shown as done until that is answered.
  clearPending(
    kind,
    action.ids.filter((id) => !problems.has(id)),
  );
};

/** Shows an action as done and sends it, without an Undo. */
export const runNow = (action: RecordsAction): void => {
  markPending(action.kind, action.ids);
  void finish(action);
};

/**
 * Shows an action as done, offers Undo, and sends the action when the offer ends. What is shown as done already is left
 * alone: a second press does nothing. Offline it is tried immediately, and reported as failed.
 */
export const deferWithUndo = ({ offer, ...given }: DeferredAction): void => {
  const { kind } = given;
  const ids = given.ids.filter((id) => !isPending(kind, id));
  if (ids.length === 0) return;
  const action = { ...given, ids };
  if (!navigator.onLine) return runNow(action);
  markPending(kind, ids);
  offerUndo({
    ...offer,
    count: ids.length,
    undo: () => clearPending(kind, ids),
    end: () => void finish(action),
  });
};

/** Ends the offers, and sends the remaining actions. @returns how many can only be sent if the page stays open */
const flushDeferred = (): number => {
  endDeferred();
  return [...inFlight].reduce((sum, rush) => sum + rush(), 0);
};

/** Links that open another program trigger the same event, but leave nothing. */
const opensExternalApp = (): boolean => document.activeElement?.matches("a[href^='mailto:'], a[href^='tel:']") === true;

// The offer also ends when the user goes to another page, before that page reads its data; and when the page is hidden:
// phones end hidden pages without another event.
globalThis.addEventListener("beforeunload", (event) => {
  if (!opensExternalApp() && flushDeferred() > 0) event.preventDefault();
});
globalThis.addEventListener("pagehide", flushDeferred);
// The action belongs to the user of this session; no other user who logs in next may send it.
onSessionExpired(flushDeferred);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") flushDeferred();
});
