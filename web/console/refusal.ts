import i18next from "i18next";

import { FoyerError } from "../../client/client.ts";
import { isTimeout } from "./time-limit.ts";

/** What the service says of a body it does not take, and the sentence of ours that says the same (`refusal.<key>`). */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^This visit is already approved/, "approved"],
  [/^This visit is already rejected/, "rejected"],
  [/this one is approved/, "approved"],
  [/this one is rejected/, "rejected"],
  [/this visitor has left/, "left"],
  [/was asked a moment ago/, "askedNow"],
  [/was asked again \d+ times/, "askedOften"],
  [/nobody can be asked/, "nobodyToAsk"],
  [/^"signed_out" must not be before/, "outBeforeIn"],
  [/must not lie in the future/, "future"],
  [/^The visitor is inside|is inside already|is signed in/, "inside"],
  [/^This is the last active global admin/, "lastAdmin"],
  [/^"email" belongs to another user/, "emailTaken"],
  [/must be an e-mail address/, "email"],
  [/^"password" must be \d+ to/, "password"],
  [/^"(?:current_)?password" must be your/, "currentPassword"],
  [/^(?:Give your password|Sign in at the identity provider) again/, "unconfirmed"],
  [/must not be before/, "endBeforeStart"],
  [/must be an ISO 8601 timestamp|must be a date/, "date"],
  [/^"name" must repeat the name/, "otherName"],
  [/must be an id of/, "gone"],
  [/ is required/, "required"],
  [/ of this location; create one with /, "chosenGone"],
  [/WEBHOOK_ALLOWED_NETWORKS/, "notPublic"],
  [/must be an http or https URL/, "address"],
  [/^"ip_ranges" must hold/, "networks"],
];

const BY_STATUS: Readonly<Record<number, string>> = {
  403: "role",
  404: "gone",
  413: "tooLarge",
  429: "tooMany",
  503: "busy",
};

const sentence = (key: string): string => i18next.t(`refusal.${key}`);

/** Where to look is for integrators. */
const ofService = ({ message }: FoyerError): string => message.replace(/ See [A-Z]+ \/\S+ in \S+\.$/, "");

/** What we have no sentence for: the service's own, in its language, behind one that says so. */
const unnamed = (error: FoyerError): string =>
  i18next.language.startsWith("en") ? ofService(error) : `${sentence("input")} (${ofService(error)})`;

/** Whether the code of a page did not come; browsers and the builder say it in their own ways. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && /^Unable to preload|dynamically imported module|module script failed/i.test(error.message);

/** Browsers say it in their own ways. */
const isNetwork = (error: unknown): boolean =>
  isUnloaded(error) || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));

/** Why there was no answer at all. */
const reasonOfNone = (error: unknown): string => {
  if (isTimeout(error)) return sentence("noAnswer");
  if (!isNetwork(error)) return i18next.t("failed");
  return sentence(navigator.onLine ? "network" : "offline");
};

/** What a page itself has against something, in its own words. */
export class Objection extends Error {}

/** Why something was refused or failed, in the language of the console; in full, as a sentence. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof Objection) return error.message;
  if (!(error instanceof FoyerError)) return reasonOfNone(error);
  const key = BY_STATUS[error.status] ?? SENTENCES.find(([words]) => words.test(error.message))?.[1];
  if (key !== undefined) return sentence(key);
  return error.status >= 500 ? sentence("fault") : unnamed(error);
};
