import { fillPlaceholders } from "../../platform/lib/placeholders.ts";
import type { Language } from "../messages/language.ts";

type ErasureTexts = { subject: string; text: string };

const WORDS: Readonly<Record<Language, ErasureTexts>> = {
  en: {
    subject: "A visitor to %location% has asked you to erase their data",
    text: "A visitor to %location% has asked you to erase everything stored about them.\n\nErase their data or decline the request in Foyer, under Erasure requests:\n%link%",
  },
  nl: {
    subject: "Wisverzoek van een bezoeker van %location%",
    text: "Een bezoeker van %location% vraagt om alles te wissen wat over deze bezoeker is opgeslagen.\n\nBevestig het verzoek of wijs het af in Foyer, onder Wisverzoeken:\n%link%",
  },
  fr: {
    subject: "Demande d’effacement de données : %location%",
    text: "Un visiteur du site %location% demande l’effacement de tout ce qui est enregistré à son sujet.\n\nConfirmez ou refusez cette demande dans Foyer, sous « Demandes d’effacement » :\n%link%",
  },
  de: {
    subject: "Löschantrag eines Besuchers von %location%",
    text: "Ein Besucher von %location% bittet darum, alles zu löschen, was über ihn gespeichert ist.\n\nBestätigen Sie den Antrag oder lehnen Sie ihn ab, in Foyer unter Löschanträge:\n%link%",
  },
};

/** The mail that tells an administrator of a request; whose it is stands in the console alone. */
export const erasureMail = (language: Language, location: string, link: string): { subject: string; text: string } => {
  const { subject, text } = WORDS[language];
  const values = { location, link };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
