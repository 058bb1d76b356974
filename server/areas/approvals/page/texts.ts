import type { Language } from "../../../resources/messages/language.ts";

/** What the page behind a decision link says; placeholders and segments as in rules 4. */
export type PageTexts = {
  title: string;
  question: { to: string; open: string };
  approve: string;
  reject: string;
  unnamedVisitor: string;
  waiting: string;
  arrived: string;
  visitType: string;
  signed: string;
  version: string;
  yes: string;
  no: string;
  reception: string;
  approved: { you: string; other: string; badge: string };
  rejected: { you: string; other: string; badge: string };
  final: string;
  ended: { title: string; hint: string };
  tooMany: { title: string; hint: string };
  failed: { title: string; hint: string };
  choose: string;
  language: string;
};

/** The languages of the page, in their own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  nl: "Nederlands",
  fr: "Français",
  de: "Deutsch",
};

const en: PageTexts = {
  title: "Can %visitor% come in?",
  question: { to: "%host%, can this visitor come in?", open: "Can this visitor come in?" },
  approve: "Approve",
  reject: "Reject",
  unnamedVisitor: "A visitor",
  waiting: "%minutes% min",
  arrived: "Signed in{ on %day%} at %time%{ · %entrance%}",
  visitType: "Visit type",
  signed: "Signed",
  version: "%name%, version %version%",
  yes: "Yes",
  no: "No",
  reception: "Reception",
  approved: {
    you: "You approved this visit{ on %day%} at %time%.",
    other: "%name% approved this visit{ on %day%} at %time%.",
    badge: "Approved",
  },
  rejected: {
    you: "You rejected this visit{ on %day%} at %time%.",
    other: "%name% rejected this visit{ on %day%} at %time%.",
    badge: "Rejected",
  },
  final: "A decision is final.",
  ended: {
    title: "This link has expired",
    hint: "Links work for 48 hours after the visitor signs in. Ask reception about this visit.",
  },
  tooMany: { title: "Too many invalid links", hint: "Try again in 15 minutes." },
  failed: { title: "Something went wrong", hint: "Your decision wasn't saved. Try again in a moment." },
  choose: "Choose Approve or Reject.",
  language: "Language",
};

const nl: PageTexts = {
  title: "Mag %visitor% binnenkomen?",
  question: { to: "%host%, mag deze bezoeker binnenkomen?", open: "Mag deze bezoeker binnenkomen?" },
  approve: "Goedkeuren",
  reject: "Weigeren",
  unnamedVisitor: "Een bezoeker",
  waiting: "%minutes% min",
  arrived: "Aangemeld{ op %day%} om %time%{ · %entrance%}",
  visitType: "Bezoektype",
  signed: "Ondertekend",
  version: "%name%, versie %version%",
  yes: "Ja",
  no: "Nee",
  reception: "De receptie",
  approved: {
    you: "U hebt dit{ op %day%} om %time% goedgekeurd.",
    other: "%name% heeft dit{ op %day%} om %time% goedgekeurd.",
    badge: "Goedgekeurd",
  },
  rejected: {
    you: "U hebt dit{ op %day%} om %time% geweigerd.",
    other: "%name% heeft dit{ op %day%} om %time% geweigerd.",
    badge: "Geweigerd",
  },
  final: "Een beslissing is definitief.",
  ended: {
    title: "Deze link is verlopen",
    hint: "De link werkt tot 48 uur na de aanmelding van de bezoeker. De receptie kan u nog informatie over het bezoek geven.",
  },
  tooMany: { title: "Te veel ongeldige links", hint: "Probeer het over een kwartier opnieuw." },
  failed: { title: "Dit is niet gelukt", hint: "Er is niets beslist. Probeer het zo meteen opnieuw." },
  choose: "Kies een van de twee.",
  language: "Taal",
};

const fr: PageTexts = {
  title: "Laisser entrer %visitor% ?",
  question: { to: "%host%, cette personne peut-elle entrer ?", open: "Cette personne peut-elle entrer ?" },
  approve: "Accepter",
  reject: "Refuser",
  unnamedVisitor: "Un visiteur",
  waiting: "%minutes% min",
  arrived: "Arrivée{ le %day%} à %time%{ · %entrance%}",
  visitType: "Type de visite",
  signed: "Signé",
  version: "%name%, version %version%",
  yes: "Oui",
  no: "Non",
  reception: "L’accueil",
  approved: {
    you: "Vous avez accepté cette visite{ le %day%} à %time%.",
    other: "%name% a accepté cette visite{ le %day%} à %time%.",
    badge: "Visite acceptée",
  },
  rejected: {
    you: "Vous avez refusé cette visite{ le %day%} à %time%.",
    other: "%name% a refusé cette visite{ le %day%} à %time%.",
    badge: "Visite refusée",
  },
  final: "Toute décision est définitive.",
  ended: {
    title: "Ce lien n’est plus valable",
    hint: "Il fonctionne pendant 48 heures après l’arrivée du visiteur. L’accueil peut encore vous renseigner.",
  },
  tooMany: { title: "Trop de liens erronés", hint: "Réessayez dans un quart d’heure." },
  failed: { title: "Cela n’a pas fonctionné", hint: "Rien n’a été décidé. Réessayez dans un instant." },
  choose: "Choisissez l’un des deux.",
  language: "Langue",
};

const de: PageTexts = {
  title: "Darf %visitor% hereinkommen?",
  question: { to: "%host%, darf diese Person hereinkommen?", open: "Darf diese Person hereinkommen?" },
  approve: "Genehmigen",
  reject: "Ablehnen",
  unnamedVisitor: "Ein Besucher",
  waiting: "%minutes% min",
  arrived: "Angemeldet{ am %day%} um %time%{ · %entrance%}",
  visitType: "Besuchsart",
  signed: "Unterschrieben",
  version: "%name%, Version %version%",
  yes: "Ja",
  no: "Nein",
  reception: "Der Empfang",
  approved: {
    you: "Sie haben den Besuch{ am %day%} um %time% genehmigt.",
    other: "%name% hat den Besuch{ am %day%} um %time% genehmigt.",
    badge: "Genehmigt",
  },
  rejected: {
    you: "Sie haben den Besuch{ am %day%} um %time% abgelehnt.",
    other: "%name% hat den Besuch{ am %day%} um %time% abgelehnt.",
    badge: "Abgelehnt",
  },
  final: "Eine Entscheidung ist endgültig.",
  ended: {
    title: "Dieser Link gilt nicht mehr",
    hint: "Er gilt 48 Stunden, nachdem sich der Besuch angemeldet hat. Der Empfang kann Ihnen noch Auskunft geben.",
  },
  tooMany: { title: "Zu viele ungültige Links", hint: "Versuchen Sie es in einer Viertelstunde wieder." },
  failed: {
    title: "Das hat nicht geklappt",
    hint: "Es wurde nichts entschieden. Versuchen Sie es gleich noch einmal.",
  },
  choose: "Wählen Sie eines von beiden.",
  language: "Sprache",
};

/** The texts of every language. */
export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = { en, nl, fr, de };
