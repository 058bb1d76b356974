import { createStore, useIsOnline, useStore } from "../../shared/store.ts";

const live = createStore(false);

/** Says whether events arrive as they happen. */
export const setLive = (isLive: boolean): void => live.set(isLive);

/** Whether events arrive as they happen. */
export const isLive = (): boolean => live.get();

/** Whether events arrive as they happen; draws again when that changes. */
export const useIsLive = (): boolean => useStore(live);

/** The page's connection to the service: it receives events, it tries to connect again, or the browser itself has no network. */
export type Connection = "live" | "reconnecting" | "offline";

/** Whether the page receives events, and why not. */
export const useConnection = (): Connection => {
  const isConnected = useIsLive();
  const isOnline = useIsOnline();
  if (isConnected) return "live";
  return isOnline ? "reconnecting" : "offline";
};
