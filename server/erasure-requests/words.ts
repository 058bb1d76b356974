import { fillPlaceholders } from "../lib/placeholders.ts";
import type { Language } from "../messages/language.ts";

type Words = { subject: string; text: string };

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    subject: "A visitor of %location% asks to be erased",
    text: "A visitor of %location% asks for everything stored about them to be erased.\n\nConfirm or decline it in Foyer, under Erasure requests:\n%link%",
  },
  nl: {
    subject: "Een bezoeker van %location% vraagt om gewist te worden",
    text: "Een bezoeker van %location% vraagt om alles wat over hem of haar is opgeslagen te wissen.\n\nBevestig of weiger dit in Foyer, onder Wisverzoeken:\n%link%",
  },
  fr: {
    subject: "Un visiteur de %location% demande l'effacement de ses données",
    text: "Un visiteur de %location% demande l'effacement de tout ce qui est enregistré à son sujet.\n\nConfirmez ou refusez dans Foyer, sous Demandes d'effacement :\n%link%",
  },
  de: {
    subject: "Ein Besucher von %location% bittet um Löschung",
    text: "Ein Besucher von %location% bittet darum, alles zu löschen, was über ihn gespeichert ist.\n\nBestätigen oder ablehnen Sie das in Foyer, unter Löschanfragen:\n%link%",
  },
};

/** The mail that tells an administrator of a request; whose it is stands in the console alone. */
export const erasureMail = (language: Language, location: string, link: string): { subject: string; text: string } => {
  const { subject, text } = WORDS[language];
  const values = { location, link };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
