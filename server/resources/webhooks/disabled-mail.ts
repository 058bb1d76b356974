import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import { messageTexts } from "../messages/texts.ts";

/** The values in the email: the name of the location, the failures in a row, the receiver, and the last error. */
export type DisabledWebhook = { location: string; failures: number; url: string; error: string };

/** The host only: paths and queries of webhooks are often secrets themselves. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

/** The email to a global admin about a webhook that was turned off (interface 6.3). @param language of the reader */
export const disabledMail = (
  { location, failures, url, error }: DisabledWebhook,
  language: string | null,
): { subject: string; text: string } => {
  const { subject, text } = messageTexts(language ?? "en").webhookDisabled;
  const values = { location, failures: String(failures), host: hostOf(url), error };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
