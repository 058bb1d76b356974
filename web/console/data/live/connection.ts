import { createStore, useIsOnline, useStore } from "../../../shared/store.ts";

const live = createStore(false);

/** Sets whether events arrive live. */
export const setLive = (isLive: boolean): void => live.set(isLive);

/** Whether events arrive live. */
export const isLive = (): boolean => live.get();

/** Whether events arrive live; re-renders when that changes. */
export const useIsLive = (): boolean => useStore(live);

/** The page's connection to the service: receiving events, reconnecting, or offline. */
export type Connection = "live" | "reconnecting" | "offline";

/** Whether the page receives events, and if not, why. */
export const useConnection = (): Connection => {
  const isConnected = useIsLive();
  const isOnline = useIsOnline();
  if (isConnected) return "live";
  return isOnline ? "reconnecting" : "offline";
};
