import { createStore, useStore } from "../../shared/store.ts";
import { fetchWithTimeout } from "../lib/fetch-with-timeout.ts";

/** How who is logged in proves once more who they are, as the service wants it. */
type ReauthMethod = "password" | "identity_provider";

/** The question on the screen. */
export type ReauthPrompt = {
  how: ReauthMethod;
  /** Does what was asked about again; whether the service has done it, or refused it for another reason. */
  retry: () => Promise<boolean>;
  /** Takes the question away. */
  close: () => void;
};

const openPrompt = createStore<ReauthPrompt | undefined>(undefined);
let promptClosed: Promise<void> = Promise.resolve();

const openReauthPrompt = (how: ReauthMethod, retry: () => Promise<boolean>): Promise<void> => {
  promptClosed = new Promise((resolve) => {
    const close = (): void => {
      openPrompt.set(undefined);
      resolve();
    };
    openPrompt.set({ how, retry, close });
  });
  return promptClosed;
};

/** Whether the service asks first who it is, and how. */
const reauthMethodOf = async (response: Response): Promise<ReauthMethod | undefined> => {
  if (response.status !== 400) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const how: unknown = Object(body).confirm;
  return how === "password" || how === "identity_provider" ? how : undefined;
};

/**
 * Sends a call. Where the service asks first who it is, the question is shown above the page, and the call is sent again by itself
 * when it was answered; when it was put aside, the refusal is the answer. Calls that are refused meanwhile wait for the same answer.
 */
export const fetchWithReauth: typeof fetch = async (input, init) => {
  let response = await fetchWithTimeout(input, init);
  const retry = async (): Promise<boolean> => {
    response = await fetchWithTimeout(input, init);
    return (await reauthMethodOf(response)) === undefined;
  };
  const how = await reauthMethodOf(response);
  if (how === undefined) return response;
  if (openPrompt.get() === undefined) {
    await openReauthPrompt(how, retry);
    return response;
  }
  await promptClosed;
  return fetchWithTimeout(input, init);
};

/** The question on the screen; undefined while there is none. */
export const useReauthPrompt = (): ReauthPrompt | undefined => useStore(openPrompt);
