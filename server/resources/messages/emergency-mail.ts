import { fillPlaceholders } from "../../platform/lib/placeholders.ts";
import type { EmergencyParameters } from "./columns.ts";
import type { Language } from "./language.ts";
import type { Letter } from "./letter.ts";

type EmergencyTexts = {
  subject: string;
  drillSubject: string;
  drill: string;
  sms: string;
  drillSms: string;
  inside: string;
  staff: string;
};

const TEXTS: Readonly<Record<Language, EmergencyTexts>> = {
  en: {
    subject: "EMERGENCY at %location%",
    drillSubject: "DRILL at %location%",
    drill: "This is a drill. There is no emergency, but act as if there were one.",
    sms: "EMERGENCY at %location%:",
    drillSms: "DRILL at %location% (this is not a real emergency):",
    inside: "You're getting this message because you're signed in at %location%.",
    staff: "You're getting this message because you work with visitors at %location%.",
  },
  nl: {
    subject: "NOODGEVAL bij %location%",
    drillSubject: "OEFENING bij %location%",
    drill: "Dit is een oefening. Er is geen noodgeval, maar handel alsof dat wel zo is.",
    sms: "NOODGEVAL bij %location%:",
    drillSms: "OEFENING, geen noodgeval, bij %location%:",
    inside: "U krijgt dit bericht omdat u als aanwezig bij %location% bent geregistreerd.",
    staff: "U krijgt dit bericht omdat u bij %location% verantwoordelijk bent voor bezoekers.",
  },
  fr: {
    subject: "URGENCE : %location%",
    drillSubject: "EXERCICE : %location%",
    drill: "Ceci est un exercice. Il n’y a pas d’urgence, mais agissez comme s’il y en avait une.",
    sms: "URGENCE (%location%) :",
    drillSms: "EXERCICE, pas d'urgence (%location%) :",
    inside: "Vous recevez ce message car votre arrivée est enregistrée sur le site %location%.",
    staff: "Vous recevez ce message car vous vous occupez des visiteurs du site %location%.",
  },
  de: {
    subject: "NOTFALL bei %location%",
    drillSubject: "ÜBUNG bei %location%",
    drill: "Dies ist eine Übung. Es gibt keinen Notfall, aber bitte handeln Sie, als gäbe es einen.",
    sms: "NOTFALL bei %location%:",
    drillSms: "ÜBUNG, kein Notfall, bei %location%:",
    inside: "Sie erhalten diese Nachricht, weil Sie bei %location% als anwesend erfasst sind.",
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
