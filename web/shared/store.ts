import { useSyncExternalStore } from "react";

type Subscribe = (listener: () => void) => () => void;

/** A value that lives outside the components. */
export type Store<T> = { get: () => T; set: (next: T) => void; subscribe: Subscribe };

type StoreOptions = {
  /** Calls the listeners; immediately by default. */
  schedule?: (announce: () => void) => void;
  /** Runs with the first listener; its result runs after the last has gone. */
  start?: () => () => void;
};

/** Makes a store. Setting the same value again calls no listener. */
export const createStore = <T>(initial: T, { schedule = (run) => run(), start }: StoreOptions = {}): Store<T> => {
  let value = initial;
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      schedule(() => listeners.forEach((listener) => listener()));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) stop = start?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
  };
};

/** The value of a store; the component re-renders when it changes. */
export const useStore = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get);

/** Listens to browser events, for `useSyncExternalStore`. */
export const subscribeTo =
  (target: EventTarget, ...events: readonly string[]): Subscribe =>
  (listener) => {
    for (const event of events) target.addEventListener(event, listener);
    return () => {
      for (const event of events) target.removeEventListener(event, listener);
    };
  };

const subscribeToNetwork = subscribeTo(globalThis, "online", "offline");

/** Whether the browser is online. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
