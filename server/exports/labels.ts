import type { Texts } from "../lib/texts.ts";

/** The words of an export that are not the location's own, by language; others fall back to English (interface 1). */
export const LABELS = {
  visitors: { en: "Visitors", nl: "Bezoekers", fr: "Visiteurs", de: "Besucher" },

  first_name: { en: "First name", nl: "Voornaam", fr: "Prénom", de: "Vorname" },
  last_name: { en: "Last name", nl: "Achternaam", fr: "Nom", de: "Nachname" },
  company: { en: "Company", nl: "Bedrijf", fr: "Société", de: "Firma" },
  email: { en: "E-mail", nl: "E-mail", fr: "E-mail", de: "E-Mail" },
  phone: { en: "Phone", nl: "Telefoon", fr: "Téléphone", de: "Telefon" },
  address: { en: "Address", nl: "Adres", fr: "Adresse", de: "Adresse" },
  zip_code: { en: "Zip code", nl: "Postcode", fr: "Code postal", de: "Postleitzahl" },
  city: { en: "City", nl: "Plaats", fr: "Ville", de: "Ort" },
  recipient: { en: "Host", nl: "Gastheer", fr: "Hôte", de: "Gastgeber" },
  recipient_mail: { en: "Host's e-mail", nl: "E-mail gastheer", fr: "E-mail de l'hôte", de: "E-Mail des Gastgebers" },
  visit_type: { en: "Visit type", nl: "Type bezoek", fr: "Type de visite", de: "Besuchsart" },
  entrypoint_id: { en: "Entry point", nl: "Ingang", fr: "Entrée", de: "Eingang" },
  signed_in: { en: "Signed in", nl: "Aangemeld", fr: "Arrivée", de: "Angemeldet" },
  signed_out: { en: "Signed out", nl: "Afgemeld", fr: "Départ", de: "Abgemeldet" },
  signed_in_source: { en: "Signed in by", nl: "Aangemeld via", fr: "Arrivée par", de: "Angemeldet über" },
  signed_out_source: { en: "Signed out by", nl: "Afgemeld via", fr: "Départ par", de: "Abgemeldet über" },
  approval: { en: "Approval", nl: "Goedkeuring", fr: "Approbation", de: "Freigabe" },
  safe: { en: "Safe", nl: "Veilig", fr: "En sécurité", de: "In Sicherheit" },
  visitor_number: { en: "Visitor number", nl: "Bezoekersnummer", fr: "Numéro de visiteur", de: "Besuchernummer" },
  signed_in_user: {
    en: "User at sign-in",
    nl: "Gebruiker bij aanmelden",
    fr: "Utilisateur à l'arrivée",
    de: "Benutzer bei Anmeldung",
  },
  signed_out_user: {
    en: "User at sign-out",
    nl: "Gebruiker bij afmelden",
    fr: "Utilisateur au départ",
    de: "Benutzer bei Abmeldung",
  },
  language_id: { en: "Language", nl: "Taal", fr: "Langue", de: "Sprache" },
  mod_date: { en: "Last change", nl: "Laatste wijziging", fr: "Dernière modification", de: "Letzte Änderung" },

  source_0: { en: "Console or API", nl: "Console of API", fr: "Console ou API", de: "Konsole oder API" },
  source_1: { en: "Kiosk", nl: "Kiosk", fr: "Borne", de: "Kiosk" },
  source_2: { en: "Contactless", nl: "Contactloos", fr: "Sans contact", de: "Kontaktlos" },
  pending: { en: "Pending", nl: "In afwachting", fr: "En attente", de: "Ausstehend" },
  approved: { en: "Approved", nl: "Goedgekeurd", fr: "Approuvé", de: "Genehmigt" },
  rejected: { en: "Rejected", nl: "Afgewezen", fr: "Refusé", de: "Abgelehnt" },
} satisfies Record<string, Texts>;

export type Label = keyof typeof LABELS;

/** Whether there is a word of that name. */
export const isLabel = (name: string): name is Label => Object.hasOwn(LABELS, name);
