import type { Texts } from "../../platform/lib/texts.ts";

/** The words of an export that are not the location's own, by language; others fall back to English (interface 1). */
export const LABELS = {
  visitors: { en: "Visitors", nl: "Bezoekers", fr: "Visiteurs", de: "Besucher" },

  first_name: { en: "First name", nl: "Voornaam", fr: "Prénom", de: "Vorname" },
  last_name: { en: "Last name", nl: "Achternaam", fr: "Nom", de: "Nachname" },
  company: { en: "Company", nl: "Bedrijf", fr: "Société", de: "Firma" },
  email: { en: "Email", nl: "E-mail", fr: "E-mail", de: "E-Mail" },
  phone: { en: "Phone", nl: "Telefoon", fr: "Téléphone", de: "Telefon" },
  address: { en: "Street address", nl: "Adres", fr: "Adresse", de: "Adresse" },
  zip_code: { en: "Postcode", nl: "Postcode", fr: "Code postal", de: "Postleitzahl" },
  city: { en: "City", nl: "Plaats", fr: "Ville", de: "Ort" },
  recipient: { en: "Host", nl: "Contactpersoon", fr: "Hôte", de: "Ansprechperson" },
  recipient_mail: {
    en: "Host's email",
    nl: "E-mail contactpersoon",
    fr: "E-mail de l’hôte",
    de: "E-Mail der Ansprechperson",
  },
  visit_type: { en: "Visit type", nl: "Bezoektype", fr: "Type de visite", de: "Besuchsart" },
  entrypoint_id: { en: "Entrance", nl: "Ingang", fr: "Entrée", de: "Eingang" },
  signed_in: { en: "Signed in", nl: "Aangemeld", fr: "Arrivée", de: "Angemeldet" },
  signed_out: { en: "Signed out", nl: "Afgemeld", fr: "Départ", de: "Abgemeldet" },
  signed_in_source: { en: "Sign-in method", nl: "Aangemeld via", fr: "Mode d’arrivée", de: "Angemeldet über" },
  signed_out_source: { en: "Sign-out method", nl: "Afgemeld via", fr: "Mode de départ", de: "Abgemeldet über" },
  approval: { en: "Approval", nl: "Beslissing", fr: "Décision", de: "Entscheidung" },
  safe: { en: "Safe", nl: "Veilig", fr: "En sécurité", de: "In Sicherheit" },
  visitor_number: { en: "Visitor number", nl: "Bezoekersnummer", fr: "Numéro de visiteur", de: "Besuchernummer" },
  signed_in_user: {
    en: "Signed in by",
    nl: "Aangemeld door",
    fr: "Arrivée enregistrée par",
    de: "Angemeldet von",
  },
  signed_out_user: {
    en: "Signed out by",
    nl: "Afgemeld door",
    fr: "Départ enregistré par",
    de: "Abgemeldet von",
  },
  language_id: { en: "Language", nl: "Taal", fr: "Langue", de: "Sprache" },
  mod_date: { en: "Last changed", nl: "Laatste wijziging", fr: "Dernière modification", de: "Letzte Änderung" },

  source_0: { en: "Reception or API", nl: "Receptie of API", fr: "Accueil ou API", de: "Empfang oder API" },
  source_1: { en: "Kiosk", nl: "Kiosk", fr: "Borne", de: "Kiosk" },
  source_2: { en: "Own phone", nl: "Eigen telefoon", fr: "Smartphone", de: "Eigenes Smartphone" },
  pending: { en: "Awaiting approval", nl: "Wacht op beslissing", fr: "À décider", de: "Entscheidung offen" },
  approved: { en: "Approved", nl: "Goedgekeurd", fr: "Visite acceptée", de: "Genehmigt" },
  rejected: { en: "Rejected", nl: "Geweigerd", fr: "Visite refusée", de: "Abgelehnt" },
} satisfies Record<string, Texts>;

export type Label = keyof typeof LABELS;

/** Whether there is a word of that name. */
export const isLabel = (name: string): name is Label => Object.hasOwn(LABELS, name);
