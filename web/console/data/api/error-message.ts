import i18next from "i18next";

import { FoyerError } from "../../../../client/client.ts";
import { isTimeout } from "../../lib/fetch-with-timeout.ts";
import { isNetworkError } from "../../lib/browser-error.ts";

/** The kind of a field's value, which the text of some errors depends on: `refusal.code.<code>_<kind>`. */
const KINDS: readonly (readonly [kind: string, field: RegExp])[] = [
  ["signOut", /^signed_out$/],
  ["name", /^name$/],
  ["code", /^code$/],
  ["email", /mail$/],
  ["password", /password$/],
  ["url", /^(?:url|video)$/],
  ["server", /^settings\.url$/],
  ["captions", /^captions\b/],
  ["networks", /^ip_ranges/],
  ["date", /^(?:signed_in|signed_out|start|end|since|until|from|to|expires_on|visiting_on\..*)$/],
];

const sentence = (key: string): string => i18next.t(`refusal.${key}`);

/** Why there was no answer at all. */
const noAnswerMessage = (error: unknown): string => {
  if (isTimeout(error)) return sentence("noAnswer");
  if (!isNetworkError(error)) return i18next.t("failed");
  return sentence(navigator.onLine ? "network" : "offline");
};

/** An error of the page itself; `message` is shown unchanged. */
export class UserFacingError extends Error {}

/** The console's sentence for a status without an error code. */
const sentenceOfStatus = (status: number): string => {
  if (status === 403) return sentence("role");
  if (status === 429) return sentence("tooMany");
  return sentence(status >= 500 ? "fault" : "input");
};

/** Whether retrying would give the same result: the record is gone, or not for this role. */
export const isGone = (error: unknown): boolean =>
  error instanceof FoyerError && (error.status === 403 || error.status === 404);

/** Why a request failed, as a sentence in the language of the console. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof UserFacingError) return error.message;
  if (!(error instanceof FoyerError)) return noAnswerMessage(error);
  const { status, code, field = "" } = error;
  const kinds = KINDS.filter(([, pattern]) => pattern.test(field)).map(([kind]) => `_${kind}`);
  const key = [...kinds, ""].map((kind) => `refusal.code.${code}${kind}`).find((each) => i18next.exists(each));
  return key === undefined ? sentenceOfStatus(status) : i18next.t(key);
};
