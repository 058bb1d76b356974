import i18next from "i18next";

import { FoyerError } from "../../../client/client.ts";
import { isTimeout } from "../lib/fetch-with-timeout.ts";

/** Why a body was not taken (`code field: message`), and the sentence of ours that says the same (`refusal.<key>`). */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^missing_key /, "required"],
  [/^unknown_reference (?!code:)/, "chosenGone"],
  [/^in_the_future /, "future"],
  [/^wrong_order signed_out:/, "outBeforeIn"],
  [/^wrong_order /, "endBeforeStart"],
  [/^last_administrator /, "lastAdmin"],
  [/^already_taken email:/, "emailTaken"],
  [/^wrong_password /, "currentPassword"],
  [/^not_confirmed /, "unconfirmed"],
  [/^confirm_needed name:/, "otherName"],
  [/^not_public .*WEBHOOK_ALLOWED_NETWORKS/, "notPublic"],
  [/^not_public .*must begin with http/, "address"],
  [/^wrong_format \S*mail:/, "email"],
  [/^wrong_format \S*password:/, "password"],
  [/^wrong_format (?:url|video):/, "address"],
  [/^wrong_format ip_ranges/, "networks"],
  [/^wrong_format \S*(?:signed_in|signed_out|Date|start|end|since|until|from|to|expires_on):/, "date"],
  // One state is told from another by the sentence alone.
  [/^wrong_state .*(?:been|is) approved/, "approved"],
  [/^wrong_state .*(?:been|is) rejected/, "rejected"],
  [/^wrong_state .*has left/, "left"],
  [/^wrong_state .*a moment ago/, "askedNow"],
  [/^wrong_state .*again \d+ times/, "askedOften"],
  [/^wrong_state .*no one to ask/, "nobodyToAsk"],
  [/^wrong_state .*Sign them out first/, "inside"],
];

const BY_STATUS: Readonly<Record<number, string>> = {
  403: "role",
  404: "gone",
  412: "changed",
  413: "tooLarge",
  429: "tooMany",
  503: "busy",
};

const sentence = (key: string): string => i18next.t(`refusal.${key}`);

/** Where to look is for integrators. */
const serviceMessage = ({ message }: FoyerError): string => message.replace(/ See [A-Z]+ \/\S+ in \S+\.$/, "");

/** What we have no sentence for: the service's own, in its language, behind one that says so. */
const untranslatedMessage = (error: FoyerError): string =>
  i18next.language.startsWith("en") ? serviceMessage(error) : `${sentence("input")} (${serviceMessage(error)})`;

/** Whether the code of a page did not come; browsers and the builder say it in their own ways. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && /^Unable to preload|dynamically imported module|module script failed/i.test(error.message);

/** Browsers say it in their own ways. */
const isNetwork = (error: unknown): boolean =>
  isChunkLoadError(error) || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));

/** Why there was no answer at all. */
const noAnswerMessage = (error: unknown): string => {
  if (isTimeout(error)) return sentence("noAnswer");
  if (!isNetwork(error)) return i18next.t("failed");
  return sentence(navigator.onLine ? "network" : "offline");
};

/** What a page itself has against something, in its own words. */
export class UserFacingError extends Error {}

/** The key of our sentence for a refusal; undefined where the service's own is shown. */
export const keyOfRefusal = ({ status, code = "", field = "", message }: FoyerError): string | undefined =>
  BY_STATUS[status] ?? CAUSES.find(([cause]) => cause.test(`${code} ${field}: ${message}`))?.[1];

/** Why something was refused or failed, in the language of the console; in full, as a sentence. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof UserFacingError) return error.message;
  if (!(error instanceof FoyerError)) return noAnswerMessage(error);
  const key = keyOfRefusal(error);
  if (key !== undefined) return sentence(key);
  return error.status >= 500 ? sentence("fault") : untranslatedMessage(error);
};
