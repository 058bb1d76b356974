import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import { messageTexts } from "../messages/texts.ts";

/** The email to administrators about a request; only the console names its subject. */
export const erasureMail = (language: string, location: string, link: string): { subject: string; text: string } => {
  const { subject, text } = messageTexts(language).erasure;
  const values = { location, link };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
