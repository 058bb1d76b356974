import { createStore, useStore } from "../../../shared/store.ts";
import { fetchWithTimeout } from "../../lib/fetch-with-timeout.ts";

/** How the user confirms their identity, as the service requires. */
type ReauthMethod = "password" | "identity_provider";

/** The visible prompt. */
export type ReauthPrompt = {
  how: ReauthMethod;
  /** Repeats the refused call; resolves whether the service accepted it, or refused it for another reason. */
  retry: () => Promise<boolean>;
  /** Closes the prompt. */
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

/** Whether the service requires re-authentication first, and how. */
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
 * Sends a call. If the service requires re-authentication, a prompt appears above the page, and the call is repeated
 * once it is answered; if the prompt is closed, the refusal is the result. Calls that are refused meanwhile wait for
 * the same prompt.
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

/** The visible prompt; undefined if there is none. */
export const useReauthPrompt = (): ReauthPrompt | undefined => useStore(openPrompt);
