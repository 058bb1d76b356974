import { fillPlaceholders } from "../lib/placeholders.ts";
import type { EmergencyParameters } from "./columns.ts";
import type { Language } from "./language.ts";
import type { Letter } from "./letter.ts";

type Words = {
  subject: string;
  drillSubject: string;
  drill: string;
  sms: string;
  drillSms: string;
  inside: string;
  staff: string;
};

const TEXTS: Readonly<Record<Language, Words>> = {
  en: {
    subject: "EMERGENCY at %location%",
    drillSubject: "DRILL at %location%",
    drill: "This is a drill. There is no emergency, but please act as if there were one.",
    sms: "EMERGENCY at %location%:",
    drillSms: "DRILL, no emergency, at %location%:",
    inside: "You get this message because you are registered as being inside %location%.",
    staff: "You get this message because you look after the visitors of %location%.",
  },
  nl: {
    subject: "NOODGEVAL bij %location%",
    drillSubject: "OEFENING bij %location%",
    drill: "Dit is een oefening. Er is geen noodgeval, maar doe alsof het er een is.",
    sms: "NOODGEVAL bij %location%:",
    drillSms: "OEFENING, geen noodgeval, bij %location%:",
    inside: "U krijgt dit bericht omdat u als aanwezig bij %location% bent geregistreerd.",
    staff: "U krijgt dit bericht omdat u de bezoekers van %location% begeleidt.",
  },
  fr: {
    subject: "URGENCE à %location%",
    drillSubject: "EXERCICE à %location%",
    drill: "Ceci est un exercice. Il n'y a pas d'urgence, mais agissez comme s'il y en avait une.",
    sms: "URGENCE à %location% :",
    drillSms: "EXERCICE, pas d'urgence, à %location% :",
    inside: "Vous recevez ce message car vous êtes enregistré comme présent à %location%.",
    staff: "Vous recevez ce message car vous vous occupez des visiteurs de %location%.",
  },
  de: {
    subject: "NOTFALL bei %location%",
    drillSubject: "ÜBUNG bei %location%",
    drill: "Dies ist eine Übung. Es gibt keinen Notfall, aber bitte handeln Sie, als gäbe es einen.",
    sms: "NOTFALL bei %location%:",
    drillSms: "ÜBUNG, kein Notfall, bei %location%:",
    inside: "Sie erhalten diese Nachricht, weil Sie als anwesend bei %location% gemeldet sind.",
    staff: "Sie erhalten diese Nachricht, weil Sie die Besucher von %location% betreuen.",
  },
};

const paragraphsOf = (text: string): string[] =>
  text.split(/(?:\r?\n[^\S\n]*){2,}/).filter((part) => part.trim() !== "");

/** The mail of an emergency: what was sent comes first, unless it is a drill, which says so before. */
export const emergencyLetter = (
  { text, drill, locationName, isInside }: EmergencyParameters,
  language: Language,
): { subject: string; letter: Letter } => {
  const words = TEXTS[language];
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
export const emergencySms = ({ text, drill, locationName }: EmergencyParameters, language: Language): string => {
  const { sms, drillSms } = TEXTS[language];
  return `${fillPlaceholders(drill ? drillSms : sms, { location: locationName })} ${text}`;
};
