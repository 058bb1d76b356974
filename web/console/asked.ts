import { useSyncExternalStore } from "react";

import { fetchInTime } from "./time-limit.ts";

/** How who is logged in proves once more who they are, as the service wants it. */
type How = "password" | "identity_provider";

/** The question on the screen. */
export type Asked = {
  how: How;
  /** Does what was asked about again; whether the service has done it, or refused it for another reason. */
  again: () => Promise<boolean>;
  /** Takes the question away. */
  close: () => void;
};

let asked: Asked | undefined;
let closed: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

const set = (next: Asked | undefined): void => {
  asked = next;
  for (const listener of listeners) listener();
};

const ask = (how: How, again: () => Promise<boolean>): Promise<void> => {
  closed = new Promise((resolve) => {
    const close = (): void => {
      set(undefined);
      resolve();
    };
    set({ how, again, close });
  });
  return closed;
};

/** Whether the service asks first who it is, and how. */
const howOf = async (response: Response): Promise<How | undefined> => {
  if (response.status !== 400) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const how: unknown = Object(body).confirm;
  return how === "password" || how === "identity_provider" ? how : undefined;
};

/**
 * Sends a call. Where the service asks first who it is, the question stands above the page, and the call is sent again by itself
 * when it was answered; when it was put aside, the refusal is the answer. Calls that are refused meanwhile wait for the same answer.
 */
export const sendAsked: typeof fetch = async (input, init) => {
  let response = await fetchInTime(input, init);
  const again = async (): Promise<boolean> => {
    response = await fetchInTime(input, init);
    return (await howOf(response)) === undefined;
  };
  const how = await howOf(response);
  if (how === undefined) return response;
  if (asked === undefined) {
    await ask(how, again);
    return response;
  }
  await closed;
  return fetchInTime(input, init);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The question on the screen; undefined while there is none. */
export const useAsked = (): Asked | undefined => useSyncExternalStore(subscribe, () => asked);
