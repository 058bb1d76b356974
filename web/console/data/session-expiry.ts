import { createStore, useStore } from "../../shared/store.ts";

const isExpired = createStore(false);
let renewal = Promise.withResolvers<boolean>();
let renewals = 0;

/** Notes that the session of who was logged in on this page has ended. */
export const expireSession = (): void => isExpired.set(true);

/** Notes who is logged in now. @param isSameUser whether it is who was logged in on this page before */
export const renewSession = (isSameUser: boolean): void => {
  if (isExpired.get() && isSameUser) renewals += 1;
  isExpired.set(false);
  renewal.resolve(isSameUser);
  renewal = Promise.withResolvers();
};

/** Calls when the session ends while the page is open. */
export const onSessionExpired = (run: () => unknown): void => void isExpired.subscribe(() => isExpired.get() && run());

/** Whether the session ended while the page was open. */
export const isSessionExpired = isExpired.get;

/** How often the same user has logged in again on this page. */
export const countRenewals = (): number => renewals;

/** Waits for the next login where the session has ended. @returns whether the same user has logged in since there were so many renewals */
export const isRenewedSince = async (count: number): Promise<boolean> =>
  isExpired.get() ? renewal.promise : renewals > count;

/** Whether the session ended while the page was open: nothing on it is lost, and the user goes on after the next login. */
export const useSessionExpired = (): boolean => useStore(isExpired);
