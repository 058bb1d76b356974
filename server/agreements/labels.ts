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
};

const en: Labels = {
  locale: "en-GB",
  signedAgreement: "Signed agreement",
  visitor: "Visitor",
  company: "Company",
  host: "Host",
  signedAt: "Signed",
  version: "Version",
  video: "Video that was shown",
  noText: "This version had no text.",
  attached: "The document that was signed is attached to this file:",
  continues: "The text goes on.",
  notExact: "Signs that could not be printed stand as their Unicode numbers.",
  exactText: "All of the text, exactly as it was signed, is attached to this file:",
  signature: "Signature",
  noSignature: "Agreed to without a drawn signature.",
  notDrawn: "The signature that was stored is no PNG or JPEG picture and cannot be drawn.",
  fingerprint: "Fingerprint of what was signed (SHA-256):",
  visit: "Visit",
  agreement: "Agreement",
  sealed: "This file ends with a seal. “foyer verify FILE” tells whether it is unaltered.",
  page: "Page {n} of {total}",
};

const nl: Labels = {
  locale: "nl",
  signedAgreement: "Ondertekende overeenkomst",
  visitor: "Bezoeker",
  company: "Bedrijf",
  host: "Gastheer of -vrouw",
  signedAt: "Ondertekend",
  version: "Versie",
  video: "Getoonde video",
  noText: "Deze versie had geen tekst.",
  attached: "Het ondertekende document is als bijlage aan dit bestand toegevoegd:",
  continues: "De tekst gaat verder.",
  notExact: "Tekens die niet konden worden afgedrukt, staan er als hun Unicode-nummer.",
  exactText: "De hele tekst, precies zoals ondertekend, zit als bijlage bij dit bestand:",
  signature: "Handtekening",
  noSignature: "Aanvaard zonder getekende handtekening.",
  notDrawn: "De bewaarde handtekening is geen PNG- of JPEG-afbeelding en kan niet worden getekend.",
  fingerprint: "Vingerafdruk van wat is ondertekend (SHA-256):",
  visit: "Bezoek",
  agreement: "Overeenkomst",
  sealed: "Dit bestand eindigt met een zegel. „foyer verify BESTAND” zegt of het ongewijzigd is.",
  page: "Pagina {n} van {total}",
};

const fr: Labels = {
  locale: "fr",
  signedAgreement: "Accord signé",
  visitor: "Visiteur",
  company: "Société",
  host: "Hôte",
  signedAt: "Signé",
  version: "Version",
  video: "Vidéo présentée",
  noText: "Cette version n’avait pas de texte.",
  attached: "Le document signé est joint à ce fichier :",
  continues: "Le texte continue.",
  notExact: "Les signes qui ne peuvent être imprimés figurent par leur numéro Unicode.",
  exactText: "Le texte entier, exactement comme il a été signé, est joint à ce fichier :",
  signature: "Signature",
  noSignature: "Accepté sans signature dessinée.",
  notDrawn: "La signature enregistrée n’est pas une image PNG ou JPEG et ne peut être dessinée.",
  fingerprint: "Empreinte de ce qui a été signé (SHA-256) :",
  visit: "Visite",
  agreement: "Accord",
  sealed: "Ce fichier se termine par un sceau. « foyer verify FICHIER » indique s’il est inaltéré.",
  page: "Page {n} sur {total}",
};

const de: Labels = {
  locale: "de",
  signedAgreement: "Unterzeichnete Vereinbarung",
  visitor: "Besucher",
  company: "Firma",
  host: "Gastgeber",
  signedAt: "Unterzeichnet",
  version: "Version",
  video: "Gezeigtes Video",
  noText: "Diese Version hatte keinen Text.",
  attached: "Das unterzeichnete Dokument ist dieser Datei angehängt:",
  continues: "Der Text geht weiter.",
  notExact: "Zeichen, die nicht gedruckt werden können, stehen als ihre Unicode-Nummer.",
  exactText: "Der ganze Text, genau wie unterzeichnet, ist dieser Datei angehängt:",
  signature: "Unterschrift",
  noSignature: "Ohne gezeichnete Unterschrift angenommen.",
  notDrawn: "Die gespeicherte Unterschrift ist kein PNG- oder JPEG-Bild und kann nicht gezeichnet werden.",
  fingerprint: "Fingerabdruck des Unterzeichneten (SHA-256):",
  visit: "Besuch",
  agreement: "Vereinbarung",
  sealed: "Diese Datei endet mit einem Siegel. „foyer verify DATEI“ sagt, ob sie unverändert ist.",
  page: "Seite {n} von {total}",
};

const LABELS: Record<string, Labels> = { en, nl, fr, de };

/** The labels in a language; English for those there are none in. */
export const labelsIn = (language: string): Labels => LABELS[language.toLowerCase().split("-", 1)[0] ?? ""] ?? en;

/** An instant as people in that place read it, with the name of the zone and its offset then. */
export const momentIn = ({ locale }: Labels, at: string, timeZone: string): string => {
  const date = new Date(at);
  const words = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium", timeZone }).format(date);
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  return timeZone === "UTC" ? `${words} (UTC)` : `${words} (${timeZone}, ${offset?.replace("GMT", "UTC") ?? ""})`;
};
