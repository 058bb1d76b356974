import type { Language } from "./language.ts";

/** What a notification says: a mail's subject and text, and the SMS beside it. */
type Notice = { subject: string; text: string };

/** The texts of notifications of hosts; placeholders and segments as in rules 4. */
export type HostTexts = {
  /** Who gave no name. */
  unnamedVisitor: string;
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

const en: HostTexts = {
  unnamedVisitor: "A visitor",
  arrived: {
    subject: "%visitor% is here for you",
    text: "%visitor%{ of %company%} signed in at %location%.",
    sms: "%visitor%{ (%company%)} signed in at %location% at %time% and is here for you.",
  },
  toDecide: {
    subject: "Can %visitor% come in?",
    text: "%visitor%{ of %company%} has signed in at %location% and is waiting for your approval.",
    sms: "%visitor%{ (%company%)} is waiting at %location%. Can they come in? %link%",
    approve: "Approve",
    reject: "Reject",
    hint: "Both open a page with the details, where you make your decision. The links work for 48 hours.",
  },
  left: { subject: "%visitor% has left", text: "%visitor%{ of %company%} signed out at %location%." },
  approved: { subject: "Approved: %visitor%", text: "%by% approved %visitor%{ of %company%}." },
  rejected: { subject: "Rejected: %visitor%", text: "%by% rejected %visitor%{ of %company%}." },
  decisions: { approved: "approved", rejected: "rejected" },
  byHost: "The host",
  byReception: "Reception",
  visitor: "Visitor",
  company: "Company",
  visitType: "Visit type",
  host: "Host",
  entrance: "Entrance",
  signedIn: "Signed in",
  signedOut: "Signed out",
  decided: "Decided",
  footer: "%location% sends this to hosts when they have visitors.",
};

const nl: HostTexts = {
  unnamedVisitor: "Een bezoeker",
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
    hint: "Beide knoppen openen een pagina met alle antwoorden; daar beslist u. De links werken 48 uur.",
  },
  left: { subject: "%visitor% is vertrokken", text: "%visitor%{ van %company%} heeft zich afgemeld bij %location%." },
  approved: { subject: "Goedgekeurd: %visitor%", text: "%by% heeft %visitor%{ van %company%} goedgekeurd." },
  rejected: { subject: "Geweigerd: %visitor%", text: "%by% heeft %visitor%{ van %company%} geweigerd." },
  decisions: { approved: "goedgekeurd", rejected: "geweigerd" },
  byHost: "De contactpersoon",
  byReception: "De receptie",
  visitor: "Bezoeker",
  company: "Bedrijf",
  visitType: "Bezoektype",
  host: "Contactpersoon",
  entrance: "Ingang",
  signedIn: "Aangemeld",
  signedOut: "Afgemeld",
  decided: "Beslist",
  footer: "%location% stuurt dit bericht naar wie bezoek krijgt.",
};

const fr: HostTexts = {
  unnamedVisitor: "Un visiteur",
  arrived: {
    subject: "%visitor% est là pour vous",
    text: "%visitor%{ (%company%)} vient d’arriver sur le site %location%.",
    sms: "%visitor%{ (%company%)} vous attend (%location%, depuis %time%).",
  },
  toDecide: {
    subject: "Laisser entrer %visitor% ?",
    text: "%visitor%{ (%company%)} vient d’arriver sur le site %location% et attend votre décision.",
    sms: "%visitor%{ (%company%)} attend (%location%). Cette personne peut-elle entrer ? %link%",
    approve: "Accepter",
    reject: "Refuser",
    hint: "Chaque bouton ouvre une page avec toutes les réponses ; c’est là que vous décidez. Les liens fonctionnent pendant 48 heures.",
  },
  left: { subject: "Départ : %visitor%", text: "%visitor%{ (%company%)} a quitté le site %location%." },
  approved: { subject: "Visite acceptée : %visitor%", text: "%by% a accepté cette visite : %visitor%{ (%company%)}." },
  rejected: { subject: "Visite refusée : %visitor%", text: "%by% a refusé cette visite : %visitor%{ (%company%)}." },
  decisions: { approved: "acceptée", rejected: "refusée" },
  byHost: "L’hôte",
  byReception: "L’accueil",
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

const de: HostTexts = {
  unnamedVisitor: "Ein Besucher",
  arrived: {
    subject: "%visitor% ist für Sie da",
    text: "%visitor%{ von %company%} hat sich bei %location% angemeldet.",
    sms: "%visitor%{ (%company%)} hat sich um %time% bei %location% angemeldet und ist für Sie da.",
  },
  toDecide: {
    subject: "Darf %visitor% hereinkommen?",
    text: "%visitor%{ von %company%} hat sich bei %location% angemeldet und wartet auf Ihre Entscheidung.",
    sms: "%visitor%{ (%company%)} wartet bei %location%. Darf die Person hereinkommen? %link%",
    approve: "Genehmigen",
    reject: "Ablehnen",
    hint: "Beide Schaltflächen öffnen eine Seite mit allen Antworten; dort entscheiden Sie. Die Links funktionieren 48 Stunden.",
  },
  left: {
    subject: "%visitor% ist gegangen",
    text: "%visitor%{ von %company%} hat sich bei %location% abgemeldet.",
  },
  approved: { subject: "Genehmigt: %visitor%", text: "%by% hat den Besuch von %visitor%{ (%company%)} genehmigt." },
  rejected: { subject: "Abgelehnt: %visitor%", text: "%by% hat den Besuch von %visitor%{ (%company%)} abgelehnt." },
  decisions: { approved: "genehmigt", rejected: "abgelehnt" },
  byHost: "Die Ansprechperson",
  byReception: "Der Empfang",
  visitor: "Besucher",
  company: "Firma",
  visitType: "Besuchsart",
  host: "Ansprechperson",
  entrance: "Eingang",
  signedIn: "Angemeldet",
  signedOut: "Abgemeldet",
  decided: "Entschieden",
  footer: "%location% sendet diese Nachricht an alle, die Besuch bekommen.",
};

/** The texts of every language. */
export const hostTexts: Readonly<Record<Language, HostTexts>> = { en, nl, fr, de };
