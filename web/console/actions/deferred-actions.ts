import { dismissToast, showToast, type ToastOptions } from "../components/toast.tsx";
import { showFailed, type FailedAction } from "../data/failed-actions.ts";
import { hasPending, markPending, type PendingKind, clearPending } from "../data/pending-actions.ts";
import { invalidatePeople } from "../data/invalidation.ts";
import { errorMessage } from "../data/error-message.ts";
import { sendAfterLogin } from "./send-after-login.ts";
import { isSessionExpired, onSessionExpired } from "../data/session-expiry.ts";

/**
 * What cannot be taken back once it is sent, such as a sign-out or a decision, is sent when its toast leaves: until then Undo
 * costs nothing, and the page shows it as done. Nothing is lost when the page is left in between: it is sent at that moment.
 */
type DeferredAction = {
  kind: PendingKind;
  location: string;
  ids: readonly string[];
  words: ToastOptions["words"];
  undo: string;
  /** Sends one of them, with a short body at most: so it is sent also while the page is left (data/api.ts). */
  send: (id: string) => Promise<unknown>;
  /** What is said of one of them that the service did not do; it is shown again as it was. */
  failed: (id: string) => Pick<FailedAction, "words" | "isDone">;
};

const CONCURRENCY = 4;
/** Browsers give up what a page sends while it is left where that is more than twenty. */
const KEEPALIVE_MAX = 16;

/** Sends more of what is being sent without waiting for the answers. @returns how many have to wait all the same */
type SendRemaining = () => number;
const inFlight = new Set<SendRemaining>();

/** Sends a few at a time. @returns why, of those that were refused */
const sendAll = async ({ ids, send }: DeferredAction): Promise<ReadonlyMap<string, string>> => {
  const left = [...ids];
  const sent = new Set<Promise<unknown>>();
  const problems = new Map<string, string>();
  const start = (id: string): Promise<unknown> => {
    const answered = sendAfterLogin(() => send(id))
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

const finish = async (action: DeferredAction): Promise<void> => {
  const problems = await sendAll(action);
  const { kind, location } = action;
  // What was not done is taken back before anything is read: without network nothing can be.
  clearPending(kind, [...problems.keys()]);
  const retry = (ids: readonly string[]): void => runNow({ ...action, ids });
  showFailed([...problems].map(([id, reason]) => ({ id, location, reason, retry, ...action.failed(id) })));
  await invalidatePeople(location);
  clearPending(kind, action.ids);
};

/** The same without an offer: what is tried again was decided before. */
const runNow = (action: DeferredAction): void => {
  markPending(action.kind, action.ids);
  void finish(action);
};

/** Shows it as done, offers Undo, and does it when the offer has passed. Without network it is tried at once, and said to have failed. */
export const deferWithUndo = (action: DeferredAction): void => {
  if (!navigator.onLine) return runNow(action);
  markPending(action.kind, action.ids);
  showToast({
    words: action.words,
    action: { label: action.undo, hint: "Z", run: () => clearPending(action.kind, action.ids) },
    left: () => void finish(action),
  });
};

/** Ends the offer, and sends what is still to be sent. @returns how many can only be sent if the page stays */
const flushDeferred = (): number => {
  if (hasPending(["out", "decided", "declined"])) dismissToast();
  return [...inFlight].reduce((sum, rush) => sum + rush(), 0);
};

/** Links that open another program look like leaving, and leave nothing. */
const opensExternalApp = (): boolean => document.activeElement?.matches("a[href^='mailto:'], a[href^='tel:']") === true;

// The offer passes as well when the page is left, before the next one is asked for, so that the next one shows it. And when it goes
// out of sight: phones end pages there without another word.
globalThis.addEventListener("beforeunload", (event) => {
  if (!opensExternalApp() && flushDeferred() > 0) event.preventDefault();
});
globalThis.addEventListener("pagehide", flushDeferred);
// It was taken by the user of this session, and no other who may log in next does it.
onSessionExpired(flushDeferred);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") flushDeferred();
});
