import type { Language } from "./language.ts";

/** The texts of the mails; placeholders and segments as in rules 4. */
export type MailTexts = {
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
  /** Parts of a span of time; the last day of a span of days belongs to it, the last hour does not. */
  span: { to: string; toDay: string; from: string; until: string; untilDay: string };
};

const en: MailTexts = {
  hello: "Hello{ %name%},",
  invitation: {
    subject: "Your visit to %location%{ on %day%}",
    expectedBy: "%host% is expecting you at %location%.",
    expected: "You're expected at %location%.",
    when: "When",
    where: "Where",
    host: "Host",
    button: "Open your invitation",
    code: "Show this code when you arrive. It's for you alone.",
    codeName: "QR code of your invitation",
    event: "Visit to %location%",
    footer:
      "%location% sent you this email because you're expected there. If you weren't expecting this, you can ignore it.",
  },
  account: {
    subject: "Your account at Foyer",
    text: "An account has been created for you. Choose a password to get started.",
    button: "Choose a password",
    once: "This link works once and expires in 7 days.",
    footer: "If you weren't expecting this, you can ignore it.",
  },
  reset: {
    subject: "Reset your Foyer password",
    text: "A new password was requested for your Foyer account.",
    button: "Choose a new password",
    once: "This link works once and expires in an hour.",
    footer: "If it wasn't you, ignore this email. Your password hasn't changed.",
  },
  test: {
    subject: "Foyer can send email",
    text: "If you can read this, Foyer can send email through your mail server.",
    footer: "Sent with: foyer mail test",
  },
  span: { to: "to", toDay: "to", from: "from", until: "until", untilDay: "until" },
};

const nl: MailTexts = {
  hello: "Beste{ %name%},",
  invitation: {
    subject: "Uw bezoek aan %location%{ op %day%}",
    expectedBy: "%host% verwacht u bij %location%.",
    expected: "U wordt verwacht bij %location%.",
    when: "Wanneer",
    where: "Waar",
    host: "Contactpersoon",
    button: "Open uw uitnodiging",
    code: "Toon deze code bij aankomst. De code is alleen voor u.",
    codeName: "QR-code van uw uitnodiging",
    event: "Bezoek aan %location%",
    footer:
      "%location% stuurt u deze e-mail omdat u daar wordt verwacht. Weet u niets van een bezoek, dan hoeft u niets te doen.",
  },
  account: {
    subject: "Uw account bij Foyer",
    text: "Er is een account voor u aangemaakt. Kies een wachtwoord om te beginnen.",
    button: "Kies een wachtwoord",
    once: "De link werkt één keer en is 7 dagen geldig.",
    footer: "Weet u niet waar dit over gaat, dan hoeft u niets te doen.",
  },
  reset: {
    subject: "Kies een nieuw wachtwoord",
    text: "Er is een nieuw wachtwoord aangevraagd voor uw account bij Foyer.",
    button: "Kies een nieuw wachtwoord",
    once: "De link werkt één keer en is een uur geldig.",
    footer: "Was u het niet, dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.",
  },
  test: {
    subject: "Foyer kan e-mails versturen",
    text: "Deze e-mail laat zien dat Foyer uw mailserver bereikt.",
    footer: "Verstuurd door: foyer mail test",
  },
  span: { to: "tot", toDay: "tot en met", from: "vanaf", until: "tot", untilDay: "tot en met" },
};

const fr: MailTexts = {
  hello: "Bonjour{ %name%},",
  invitation: {
    subject: "Votre visite{ du %day%} : %location%",
    expectedBy: "%host% vous attend sur le site %location%.",
    expected: "Votre visite est prévue sur le site %location%.",
    when: "Quand",
    where: "Où",
    host: "Personne visitée",
    button: "Ouvrir votre invitation",
    code: "Montrez ce code à votre arrivée. Il vous est personnel.",
    codeName: "Code QR de votre invitation",
    event: "Visite : %location%",
    footer:
      "%location% vous a envoyé ce message car une visite y est prévue à votre nom. Si cette visite ne vous dit rien, vous n’avez rien à faire.",
  },
  account: {
    subject: "Votre compte Foyer",
    text: "Un compte a été créé pour vous. Choisissez un mot de passe pour commencer.",
    button: "Choisir un mot de passe",
    once: "Le lien fonctionne une seule fois, pendant 7 jours.",
    footer: "Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.",
  },
  reset: {
    subject: "Choisissez un nouveau mot de passe",
    text: "Un nouveau mot de passe a été demandé pour votre compte Foyer.",
    button: "Choisir un nouveau mot de passe",
    once: "Le lien fonctionne une seule fois, pendant une heure.",
    footer: "Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.",
  },
  test: {
    subject: "Foyer peut envoyer des e-mails",
    text: "Cet e-mail montre que Foyer atteint votre serveur de messagerie.",
    footer: "Envoyé par : foyer mail test",
  },
  span: { to: "–", toDay: "–", from: "à partir du", until: "jusqu’au", untilDay: "jusqu’au" },
};

const de: MailTexts = {
  hello: "Guten Tag{ %name%},",
  invitation: {
    subject: "Ihr Besuch bei %location%{ am %day%}",
    expectedBy: "%host% erwartet Sie bei %location%.",
    expected: "Sie werden bei %location% erwartet.",
    when: "Wann",
    where: "Wo",
    host: "Ansprechperson",
    button: "Einladung öffnen",
    code: "Zeigen Sie diesen Code bei der Ankunft. Er ist nur für Sie bestimmt.",
    codeName: "QR-Code Ihrer Einladung",
    event: "Besuch bei %location%",
    footer:
      "%location% hat Ihnen diese E-Mail gesendet, weil Sie dort erwartet werden. Wenn Sie von keinem Besuch wissen, brauchen Sie nichts zu tun.",
  },
  account: {
    subject: "Ihr Konto bei Foyer",
    text: "Für Sie wurde ein Konto angelegt. Legen Sie ein Passwort fest, um zu beginnen.",
    button: "Passwort festlegen",
    once: "Der Link ist 7 Tage gültig und funktioniert nur einmal.",
    footer: "Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.",
  },
  reset: {
    subject: "Neues Passwort festlegen",
    text: "Für Ihr Konto bei Foyer wurde ein neues Passwort angefordert.",
    button: "Neues Passwort festlegen",
    once: "Der Link ist eine Stunde gültig und funktioniert nur einmal.",
    footer: "Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.",
  },
  test: {
    subject: "Foyer kann E-Mails senden",
    text: "Diese E-Mail zeigt, dass Foyer Ihren Mailserver erreicht.",
    footer: "Gesendet von: foyer mail test",
  },
  span: { to: "bis", toDay: "bis", from: "ab", until: "bis", untilDay: "bis" },
};

/** The texts of every language. */
export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, nl, fr, de };
