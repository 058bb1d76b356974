import i18next from "i18next";

import { FoyerError } from "../../../client/client.ts";
import type { ErrorCode } from "../../../shared/error-codes.ts";
import { withoutEndpoint } from "../../../shared/see-endpoint.ts";
import { isTimeout } from "../lib/fetch-with-timeout.ts";
import { isNetworkError } from "../lib/browser-error.ts";

/** The console's sentence (`refusal.<key>`) for each error code whose field makes no difference. */
const KEYS: Partial<Record<ErrorCode, string>> = {
  missing_key: "required",
  in_the_future: "future",
  last_administrator: "lastAdmin",
  wrong_password: "currentPassword",
  not_confirmed: "unconfirmed",
  not_public: "notPublic",
  credentials_in_url: "credentialsInUrl",
  approval_not_needed: "noApproval",
  already_approved: "approved",
  already_rejected: "rejected",
  visitor_left: "left",
  visitor_inside: "inside",
  asked_too_soon: "askedNow",
  asked_too_often: "askedOften",
  no_approver_address: "nobodyToAsk",
};

/** The same for codes that mean different things for different fields; the first match counts. */
const KEYS_BY_FIELD: readonly (readonly [ErrorCode, RegExp, string])[] = [
  ["unknown_reference", /^(?!code$)/, "chosenGone"],
  ["wrong_order", /^signed_out$/, "outBeforeIn"],
  ["wrong_order", /^/, "endBeforeStart"],
  ["already_taken", /^email$/, "emailTaken"],
  ["confirm_needed", /^name$/, "otherName"],
  ["wrong_format", /mail$/, "email"],
  ["wrong_format", /password$/, "password"],
  ["wrong_format", /^(?:url|video)$/, "address"],
  ["wrong_format", /^ip_ranges/, "networks"],
  ["wrong_format", /(?:signed_in|signed_out|Date|start|end|since|until|from|to|expires_on)$/, "date"],
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

/** The service's own sentence, which is English: in other languages behind one that says that the input was refused. */
const untranslatedMessage = ({ message }: FoyerError): string => {
  const ownSentence = withoutEndpoint(message);
  return i18next.language.startsWith("en") ? ownSentence : `${sentence("input")} (${ownSentence})`;
};

/** Why there was no answer at all. */
const noAnswerMessage = (error: unknown): string => {
  if (isTimeout(error)) return sentence("noAnswer");
  if (!isNetworkError(error)) return i18next.t("failed");
  return sentence(navigator.onLine ? "network" : "offline");
};

/** An error that a page finds itself; `message` is shown as it is. */
export class UserFacingError extends Error {}

/** The key of the console's sentence for an error (`refusal.<key>`); undefined where the service's own is shown. */
export const keyOfRefusal = ({ status, code, field = "" }: FoyerError): string | undefined =>
  BY_STATUS[status] ??
  KEYS[code as ErrorCode] ??
  KEYS_BY_FIELD.find(([itsCode, itsField]) => itsCode === code && itsField.test(field))?.[2];

/** Why a request failed, as a sentence in the language of the console. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof UserFacingError) return error.message;
  if (!(error instanceof FoyerError)) return noAnswerMessage(error);
  const key = keyOfRefusal(error);
  if (key !== undefined) return sentence(key);
  return error.status >= 500 ? sentence("fault") : untranslatedMessage(error);
};
