import type { Language } from "./language.ts";

/** What a notification says: a mail's subject and text, and the SMS beside it. */
type Notice = { subject: string; text: string };

/** The texts of notifications of hosts; placeholders and segments as in decisions 4. */
export type HostWords = {
  /** Who gave no name. */
  somebody: string;
  arrived: Notice & { sms: string };
  toDecide: Notice & { sms: string; approve: string; reject: string; hint: string };
  left: Notice;
  approved: Notice;
  rejected: Notice;
  /** What was decided, in a word. */
  decisions: Record<"approved" | "rejected", string>;
  /** Who decided, where no name is known. */
  byHost: string;
  byReception: string;
  visitor: string;
  company: string;
  visitType: string;
  host: string;
  entrance: string;
  signedIn: string;
  signedOut: string;
  decided: string;
  footer: string;
};

const en: HostWords = {
  somebody: "A visitor",
  arrived: {
    subject: "%visitor% is here for you",
    text: "%visitor%{ of %company%} signed in at %location%.",
    sms: "%visitor%{ (%company%)} signed in at %location% at %time% and is here for you.",
  },
  toDecide: {
    subject: "May %visitor% come in?",
    text: "%visitor%{ of %company%} signed in at %location% and waits for your decision.",
    sms: "%visitor%{ (%company%)} waits at %location%. May they come in? %link%",
    approve: "Approve",
    reject: "Reject",
    hint: "Either opens a page with all answers; you decide there. The links work for 48 hours.",
  },
  left: { subject: "%visitor% has left", text: "%visitor%{ of %company%} signed out at %location%." },
  approved: { subject: "Approved: %visitor%", text: "%by% approved %visitor%{ of %company%}." },
  rejected: { subject: "Rejected: %visitor%", text: "%by% rejected %visitor%{ of %company%}." },
  decisions: { approved: "approved", rejected: "rejected" },
  byHost: "The host",
  byReception: "The reception",
  visitor: "Visitor",
  company: "Company",
  visitType: "Visit type",
  host: "Host",
  entrance: "Entrance",
  signedIn: "Signed in",
  signedOut: "Signed out",
  decided: "Decided",
  footer: "%location% sends this to the hosts of its visitors.",
};

const nl: HostWords = {
  somebody: "Een bezoeker",
  arrived: {
    subject: "%visitor% is er voor u",
    text: "%visitor%{ van %company%} heeft zich aangemeld bij %location%.",
    sms: "%visitor%{ (%company%)} heeft zich om %time% aangemeld bij %location% en is er voor u.",
  },
  toDecide: {
    subject: "Mag %visitor% binnenkomen?",
    text: "%visitor%{ van %company%} heeft zich aangemeld bij %location% en wacht op uw beslissing.",
    sms: "%visitor%{ (%company%)} wacht bij %location%. Mag deze bezoeker binnenkomen? %link%",
    approve: "Goedkeuren",
    reject: "Weigeren",
    hint: "Beide openen een pagina met alle antwoorden; daar beslist u. De links werken 48 uur.",
  },
  left: { subject: "%visitor% is vertrokken", text: "%visitor%{ van %company%} heeft zich afgemeld bij %location%." },
  approved: { subject: "Goedgekeurd: %visitor%", text: "%by% heeft %visitor%{ van %company%} goedgekeurd." },
  rejected: { subject: "Geweigerd: %visitor%", text: "%by% heeft %visitor%{ van %company%} geweigerd." },
  decisions: { approved: "goedgekeurd", rejected: "geweigerd" },
  byHost: "De gastheer",
  byReception: "De receptie",
  visitor: "Bezoeker",
  company: "Bedrijf",
  visitType: "Soort bezoek",
  host: "Gastheer",
  entrance: "Ingang",
  signedIn: "Aangemeld",
  signedOut: "Afgemeld",
  decided: "Beslist",
  footer: "%location% stuurt dit naar de gastheren van zijn bezoekers.",
};

const fr: HostWords = {
  somebody: "Un visiteur",
  arrived: {
    subject: "%visitor% est là pour vous",
    text: "%visitor%{ (%company%)} vient d'arriver à %location%.",
    sms: "%visitor%{ (%company%)} est à %location% depuis %time% pour vous.",
  },
  toDecide: {
    subject: "%visitor% peut-il entrer ?",
    text: "%visitor%{ (%company%)} vient d'arriver à %location% et attend votre décision.",
    sms: "%visitor%{ (%company%)} attend à %location%. Cette personne peut-elle entrer ? %link%",
    approve: "Accepter",
    reject: "Refuser",
    hint: "Les deux ouvrent une page avec toutes les réponses, où vous décidez. Les liens fonctionnent pendant 48 heures.",
  },
  left: { subject: "%visitor% est reparti", text: "%visitor%{ (%company%)} a quitté %location%." },
  approved: { subject: "Visite acceptée : %visitor%", text: "%by% a accepté la visite de %visitor%{ (%company%)}." },
  rejected: { subject: "Visite refusée : %visitor%", text: "%by% a refusé la visite de %visitor%{ (%company%)}." },
  decisions: { approved: "acceptée", rejected: "refusée" },
  byHost: "L'hôte",
  byReception: "La réception",
  visitor: "Visiteur",
  company: "Société",
  visitType: "Type de visite",
  host: "Hôte",
  entrance: "Entrée",
  signedIn: "Arrivée",
  signedOut: "Départ",
  decided: "Décision",
  footer: "%location% envoie ce message aux hôtes de ses visiteurs.",
};

const de: HostWords = {
  somebody: "Ein Besucher",
  arrived: {
    subject: "%visitor% ist für Sie da",
    text: "%visitor%{ von %company%} hat sich bei %location% angemeldet.",
    sms: "%visitor%{ (%company%)} hat sich um %time% bei %location% angemeldet und ist für Sie da.",
  },
  toDecide: {
    subject: "Darf %visitor% eintreten?",
    text: "%visitor%{ von %company%} hat sich bei %location% angemeldet und wartet auf Ihre Entscheidung.",
    sms: "%visitor%{ (%company%)} wartet bei %location%. Darf dieser Besuch eintreten? %link%",
    approve: "Genehmigen",
    reject: "Ablehnen",
    hint: "Beides öffnet eine Seite mit allen Antworten; dort entscheiden Sie. Die Links gelten 48 Stunden.",
  },
  left: {
    subject: "%visitor% ist gegangen",
    text: "%visitor%{ von %company%} hat sich bei %location% abgemeldet.",
  },
  approved: { subject: "Genehmigt: %visitor%", text: "%by% hat den Besuch von %visitor%{ (%company%)} genehmigt." },
  rejected: { subject: "Abgelehnt: %visitor%", text: "%by% hat den Besuch von %visitor%{ (%company%)} abgelehnt." },
  decisions: { approved: "genehmigt", rejected: "abgelehnt" },
  byHost: "Der Gastgeber",
  byReception: "Der Empfang",
  visitor: "Besuch",
  company: "Firma",
  visitType: "Besuchsart",
  host: "Gastgeber",
  entrance: "Eingang",
  signedIn: "Angemeldet",
  signedOut: "Abgemeldet",
  decided: "Entschieden",
  footer: "%location% schickt dies den Gastgebern seiner Besucher.",
};

/** The texts of every language. */
export const hostWords: Readonly<Record<Language, HostWords>> = { en, nl, fr, de };
