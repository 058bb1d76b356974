import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import type { EmergencyParameters } from "../columns.ts";
import type { Letter } from "./letter.ts";
import { messageTexts } from "../texts.ts";

const paragraphsOf = (text: string): string[] =>
  text.split(/(?:\r?\n[^\S\n]*){2,}/).filter((part) => part.trim() !== "");

/** The email of an emergency: the sent text comes first, unless it is a drill, which says so before it. */
export const emergencyLetter = (
  { text, drill, locationName, isInside }: EmergencyParameters,
  language: string,
): { subject: string; letter: Letter } => {
  const words = messageTexts(language).emergency;
  const fill = (template: string): string => fillPlaceholders(template, { location: locationName });
  const letter = {
    language,
    from: locationName,
    paragraphs: [...(drill ? [words.drill] : []), ...paragraphsOf(text)],
    footer: fill(isInside ? words.inside : words.staff),
  };
  return { subject: fill(drill ? words.drillSubject : words.subject), letter };
};

/** The SMS of an emergency. */
export const emergencySms = ({ text, drill, locationName }: EmergencyParameters, language: string): string => {
  const { sms, drillSms } = messageTexts(language).emergency;
  return `${fillPlaceholders(drill ? drillSms : sms, { location: locationName })} ${text}`;
};
