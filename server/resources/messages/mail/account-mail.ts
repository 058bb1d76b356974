import type { Letter } from "./letter.ts";
import { messageTexts } from "../texts.ts";

const SENDER = "Foyer";

/** An email about an account: its text and the link of its button. */
export const accountLetter = (
  template: "user_invitation" | "password_reset",
  url: string,
  language: string,
): { subject: string; letter: Letter } => {
  const { account, reset } = messageTexts(language);
  const { subject, text, button, once, footer } = template === "user_invitation" ? account : reset;
  const letter = { language, from: SENDER, paragraphs: [text], button: { label: button, url }, hint: once, footer };
  return { subject, letter };
};

/** The email of `foyer mail test`. */
export const testLetter = (language: string): { subject: string; letter: Letter } => {
  const { subject, text, footer } = messageTexts(language).test;
  return { subject, letter: { language, from: SENDER, paragraphs: [text], footer } };
};

/** A finished text, such as a notification, as a letter: one paragraph for each part between blank lines. */
export const noticeLetter = (text: string, language: string): Letter => ({
  language,
  from: SENDER,
  paragraphs: text.split(/\n\s*\n/).filter((part) => part.trim() !== ""),
  footer: SENDER,
});
