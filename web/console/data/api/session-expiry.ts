import { createStore, useStore } from "../../../shared/store.ts";

const isExpired = createStore(false);
let renewal = Promise.withResolvers<boolean>();
let renewals = 0;

/** Records that the session of the page's user has ended. */
export const expireSession = (): void => isExpired.set(true);

/** Records that a user is logged in now. @param isSameUser whether it is the page's previous user */
export const renewSession = (isSameUser: boolean): void => {
  if (isExpired.get() && isSameUser) renewals += 1;
  isExpired.set(false);
  renewal.resolve(isSameUser);
  renewal = Promise.withResolvers();
};

/** Calls back when the session ends while the page is open. */
export const onSessionExpired = (run: () => unknown): void => void isExpired.subscribe(() => isExpired.get() && run());

/** Whether the session ended while the page was open. */
export const isSessionExpired = isExpired.get;

/** How often the same user has logged in again on this page. */
export const countRenewals = (): number => renewals;

/**
 * Waits for the next login if the session has ended. @returns whether the same user has logged in again since the count
 * was `renewals`
 */
export const isRenewedSince = async (count: number): Promise<boolean> =>
  isExpired.get() ? renewal.promise : renewals > count;

/**
 * Whether the session ended while the page was open: nothing on it is lost, and the user continues after the next
 * login.
 */
export const useSessionExpired = (): boolean => useStore(isExpired);
