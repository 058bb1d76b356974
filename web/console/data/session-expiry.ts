import { createStore, useStore } from "../../shared/store.ts";

const isExpired = createStore(false);

/** Notes whether the session of who was logged in on this page has ended. */
export const setSessionExpired = isExpired.set;

/** Whether the session ended while the page was open: nothing on it is lost, and the user goes on after the next login. */
export const useSessionExpired = (): boolean => useStore(isExpired);
