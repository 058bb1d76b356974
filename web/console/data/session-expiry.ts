import { useSyncExternalStore } from "react";

let isExpired = false;
const listeners = new Set<() => void>();

/** Notes whether the session of who was logged in on this page has ended. */
export const setSessionExpired = (next: boolean): void => {
  if (next === isExpired) return;
  isExpired = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the session ended while the page was open: nothing on it is lost, and the user goes on after the next login. */
export const useSessionExpired = (): boolean => useSyncExternalStore(subscribe, () => isExpired);
