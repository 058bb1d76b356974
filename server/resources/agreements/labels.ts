import { dayAsWritten } from "../../../shared/typography.ts";

/** The words a signed document says itself, beside the agreement's own. */
export type Labels = {
  /** For dates, as Intl names it. */
  locale: string;
  signedAgreement: string;
  visitor: string;
  company: string;
  host: string;
  signedAt: string;
  version: string;
  video: string;
  noText: string;
  attached: string;
  continues: string;
  notExact: string;
  exactText: string;
  signature: string;
  noSignature: string;
  notDrawn: string;
  fingerprint: string;
  visit: string;
  agreement: string;
  sealed: string;
  page: string;
  /** The unit of a file's size. */
  kib: string;
};

const en: Labels = {
  locale: "en-GB",
  signedAgreement: "Signed agreement",
  visitor: "Visitor",
  company: "Company",
  host: "Host",
  signedAt: "Signed",
  version: "Version",
  video: "Video shown",
  noText: "This version had no text.",
  attached: "The signed document is attached to this file:",
  continues: "Text continues.",
  notExact: "Characters that couldn't be printed are shown as Unicode code points.",
  exactText: "The full text, exactly as it was signed, is attached to this file:",
  signature: "Signature",
  noSignature: "Agreed without a drawn signature.",
  notDrawn: "The stored signature isn't a PNG or JPEG image, so it can't be shown.",
  fingerprint: "Fingerprint of the signed content (SHA-256):",
  visit: "Visit",
  agreement: "Agreement",
  sealed: "This file is sealed. Run “foyer verify FILE” to check that it hasn't been altered.",
  page: "Page {n} of {total}",
  kib: "KiB",
};

const nl: Labels = {
  locale: "nl",
  signedAgreement: "Ondertekende overeenkomst",
  visitor: "Bezoeker",
  company: "Bedrijf",
  host: "Contactpersoon",
  signedAt: "Ondertekend",
  version: "Versie",
  video: "Getoonde video",
  noText: "Deze versie had geen tekst.",
  attached: "Het ondertekende document is als bijlage aan dit bestand toegevoegd:",
  continues: "De tekst gaat verder.",
  notExact: "Tekens die niet konden worden afgedrukt, staan er als hun Unicode-nummer.",
  exactText: "De hele tekst, precies zoals ondertekend, zit als bijlage bij dit bestand:",
  signature: "Handtekening",
  noSignature: "Akkoord gegeven zonder getekende handtekening.",
  notDrawn: "De bewaarde handtekening is geen PNG- of JPEG-afbeelding en kan niet worden weergegeven.",
  fingerprint: "Vingerafdruk van wat is ondertekend (SHA-256):",
  visit: "Bezoek",
  agreement: "Overeenkomst",
  sealed: "Dit bestand eindigt met een zegel. ‘foyer verify BESTAND’ controleert of het ongewijzigd is.",
  page: "Pagina {n} van {total}",
  kib: "KiB",
};

const fr: Labels = {
  locale: "fr",
  signedAgreement: "Document signé",
  visitor: "Visiteur",
  company: "Société",
  host: "Personne visitée",
  signedAt: "Signé le",
  version: "Version",
  video: "Vidéo présentée",
  noText: "Cette version n’avait pas de texte.",
  attached: "Le document signé est joint à ce fichier :",
  continues: "Le texte continue.",
  notExact: "Les caractères qui ne peuvent pas être imprimés sont remplacés par leur numéro Unicode.",
  exactText: "Le texte entier, exactement comme il a été signé, est joint à ce fichier :",
  signature: "Signature",
  noSignature: "Accepté sans signature manuscrite.",
  notDrawn: "La signature enregistrée n’est pas une image PNG ou JPEG et ne peut pas être affichée.",
  fingerprint: "Empreinte du contenu signé (SHA-256) :",
  visit: "Visite",
  agreement: "Document",
  sealed: "Ce fichier se termine par un sceau. « foyer verify FICHIER » indique s’il a été modifié.",
  page: "Page {n} sur {total}",
  kib: "Kio",
};

const de: Labels = {
  locale: "de",
  signedAgreement: "Unterschriebene Vereinbarung",
  visitor: "Besucher",
  company: "Firma",
  host: "Ansprechperson",
  signedAt: "Unterschrieben",
  version: "Version",
  video: "Gezeigtes Video",
  noText: "Diese Version hatte keinen Text.",
  attached: "Das unterschriebene Dokument ist dieser Datei angehängt:",
  continues: "Der Text geht weiter.",
  notExact: "Zeichen, die nicht gedruckt werden können, sind durch ihre Unicode-Nummer ersetzt.",
  exactText: "Der vollständige Text, genau wie unterschrieben, ist dieser Datei angehängt:",
  signature: "Unterschrift",
  noSignature: "Zugestimmt ohne gezeichnete Unterschrift.",
  notDrawn: "Die gespeicherte Unterschrift ist kein PNG- oder JPEG-Bild und kann nicht dargestellt werden.",
  fingerprint: "Fingerabdruck des Unterschriebenen (SHA-256):",
  visit: "Besuch",
  agreement: "Vereinbarung",
  sealed: "Diese Datei endet mit einem Siegel. „foyer verify DATEI“ prüft, ob sie unverändert ist.",
  page: "Seite {n} von {total}",
  kib: "KiB",
};

const LABELS: Record<string, Labels> = { en, nl, fr, de };

/** The labels in a language; English for those there are none in. */
export const labelsIn = (language: string): Labels => LABELS[language.toLowerCase().split("-", 1)[0] ?? ""] ?? en;

/** An instant as people in that place read it, with the name of the zone and its offset then. */
export const momentIn = ({ locale }: Labels, at: string, timeZone: string): string => {
  const date = new Date(at);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium", timeZone });
  const words = dayAsWritten(format.format(date), locale);
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  return timeZone === "UTC" ? `${words} (UTC)` : `${words} (${timeZone}, ${offset?.replace("GMT", "UTC") ?? ""})`;
};
