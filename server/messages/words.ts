import type { Language } from "./language.ts";

/** The texts of the mails; placeholders and segments as in decisions 4. */
export type Words = {
  hello: string;
  invitation: {
    subject: string;
    expectedBy: string;
    expected: string;
    when: string;
    where: string;
    host: string;
    button: string;
    code: string;
    codeName: string;
    event: string;
    footer: string;
  };
  account: { subject: string; text: string; button: string; once: string; footer: string };
  reset: { subject: string; text: string; button: string; once: string; footer: string };
  test: { subject: string; text: string; footer: string };
  /** Parts of a span of time. */
  span: { to: string; from: string; until: string };
};

const en: Words = {
  hello: "Hello{ %first_name%},",
  invitation: {
    subject: "Your visit to %location%{ on %day%}",
    expectedBy: "%host% expects you at %location%.",
    expected: "You are expected at %location%.",
    when: "When",
    where: "Where",
    host: "Host",
    button: "Open your invitation",
    code: "Show this code when you arrive. It is yours alone.",
    codeName: "QR code of your invitation",
    event: "Visit to %location%",
    footer:
      "%location% sent you this mail because you are expected there. If you know of no visit, you need not do anything.",
  },
  account: {
    subject: "Your account at Foyer",
    text: "An account was made for you. Choose a password to begin.",
    button: "Choose a password",
    once: "The link works once, for 7 days.",
    footer: "If you do not know what this is about, you need not do anything.",
  },
  reset: {
    subject: "Choose a new password",
    text: "A new password was asked for, for your account at Foyer.",
    button: "Choose a new password",
    once: "The link works once, for an hour.",
    footer: "If it was not you, you need not do anything: your password stays as it is.",
  },
  test: {
    subject: "Foyer can send mail",
    text: "This mail shows that Foyer reaches your mail server.",
    footer: "It was sent by: foyer mail test",
  },
  span: { to: "to", from: "from", until: "until" },
};

const nl: Words = {
  hello: "Dag{ %first_name%},",
  invitation: {
    subject: "Uw bezoek aan %location%{ op %day%}",
    expectedBy: "%host% verwacht u bij %location%.",
    expected: "U wordt verwacht bij %location%.",
    when: "Wanneer",
    where: "Waar",
    host: "Gastheer",
    button: "Open uw uitnodiging",
    code: "Toon deze code bij aankomst. Ze is alleen voor u.",
    codeName: "QR-code van uw uitnodiging",
    event: "Bezoek aan %location%",
    footer:
      "%location% stuurde u deze mail omdat u er verwacht wordt. Weet u van geen bezoek, dan hoeft u niets te doen.",
  },
  account: {
    subject: "Uw account bij Foyer",
    text: "Er is een account voor u gemaakt. Kies een wachtwoord om te beginnen.",
    button: "Kies een wachtwoord",
    once: "De link werkt één keer, 7 dagen lang.",
    footer: "Weet u niet waar dit over gaat, dan hoeft u niets te doen.",
  },
  reset: {
    subject: "Kies een nieuw wachtwoord",
    text: "Er is een nieuw wachtwoord gevraagd voor uw account bij Foyer.",
    button: "Kies een nieuw wachtwoord",
    once: "De link werkt één keer, een uur lang.",
    footer: "Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.",
  },
  test: {
    subject: "Foyer kan mails versturen",
    text: "Deze mail toont dat Foyer uw mailserver bereikt.",
    footer: "Verstuurd door: foyer mail test",
  },
  span: { to: "tot", from: "vanaf", until: "tot" },
};

const fr: Words = {
  hello: "Bonjour{ %first_name%},",
  invitation: {
    subject: "Votre visite à %location%{ le %day%}",
    expectedBy: "%host% vous attend à %location%.",
    expected: "Vous êtes attendu à %location%.",
    when: "Quand",
    where: "Où",
    host: "Hôte",
    button: "Ouvrir votre invitation",
    code: "Montrez ce code à votre arrivée. Il est à vous seul.",
    codeName: "Code QR de votre invitation",
    event: "Visite à %location%",
    footer:
      "%location% vous a envoyé ce message car vous y êtes attendu. Si vous n'attendez aucune visite, vous n'avez rien à faire.",
  },
  account: {
    subject: "Votre compte Foyer",
    text: "Un compte a été créé pour vous. Choisissez un mot de passe pour commencer.",
    button: "Choisir un mot de passe",
    once: "Le lien fonctionne une seule fois, pendant 7 jours.",
    footer: "Si vous ne savez pas de quoi il s'agit, vous n'avez rien à faire.",
  },
  reset: {
    subject: "Choisissez un nouveau mot de passe",
    text: "Un nouveau mot de passe a été demandé pour votre compte Foyer.",
    button: "Choisir un nouveau mot de passe",
    once: "Le lien fonctionne une seule fois, pendant une heure.",
    footer: "Si ce n'était pas vous, vous n'avez rien à faire : votre mot de passe reste le même.",
  },
  test: {
    subject: "Foyer peut envoyer des messages",
    text: "Ce message montre que Foyer atteint votre serveur de messagerie.",
    footer: "Envoyé par : foyer mail test",
  },
  span: { to: "à", from: "à partir du", until: "jusqu'au" },
};

const de: Words = {
  hello: "Guten Tag{ %first_name%},",
  invitation: {
    subject: "Ihr Besuch bei %location%{ am %day%}",
    expectedBy: "%host% erwartet Sie bei %location%.",
    expected: "Sie werden bei %location% erwartet.",
    when: "Wann",
    where: "Wo",
    host: "Gastgeber",
    button: "Einladung öffnen",
    code: "Zeigen Sie diesen Code bei der Ankunft. Er gehört nur Ihnen.",
    codeName: "QR-Code Ihrer Einladung",
    event: "Besuch bei %location%",
    footer:
      "%location% hat Ihnen diese Mail geschickt, weil Sie dort erwartet werden. Wenn Sie von keinem Besuch wissen, brauchen Sie nichts zu tun.",
  },
  account: {
    subject: "Ihr Konto bei Foyer",
    text: "Für Sie wurde ein Konto angelegt. Wählen Sie ein Passwort, um zu beginnen.",
    button: "Passwort wählen",
    once: "Der Link gilt einmal, 7 Tage lang.",
    footer: "Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.",
  },
  reset: {
    subject: "Neues Passwort wählen",
    text: "Für Ihr Konto bei Foyer wurde ein neues Passwort angefordert.",
    button: "Neues Passwort wählen",
    once: "Der Link gilt einmal, eine Stunde lang.",
    footer: "Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
  },
  test: {
    subject: "Foyer kann Mails versenden",
    text: "Diese Mail zeigt, dass Foyer Ihren Mailserver erreicht.",
    footer: "Gesendet von: foyer mail test",
  },
  span: { to: "bis", from: "ab", until: "bis" },
};

/** The texts of every language. */
export const words: Readonly<Record<Language, Words>> = { en, nl, fr, de };
