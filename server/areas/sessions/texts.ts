/** The languages of the pages the service writes itself. */
const LANGUAGES = ["en", "nl", "fr", "de"] as const;
export type PageLanguage = (typeof LANGUAGES)[number];

/** The language of a code such as `nl-BE` or of an `Accept-Language`; English when none of them is known. */
export const pageLanguage = (wanted: string | null | undefined): PageLanguage => {
  const codes = (wanted ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  return codes.map((code) => LANGUAGES.find((known) => known === code)).find((known) => known !== undefined) ?? "en";
};

/** Why a user could not log in at the identity provider. */
export type SignInProblem = "cancelled" | "expired" | "refused" | "unreachable" | "unverified" | "unknown" | "unasked";

type Texts = {
  welcome: string;
  welcomeText: string;
  renew: string;
  renewText: string;
  email: string;
  password: string;
  repeat: string;
  length: string;
  wrongLength: string;
  guessable: string;
  save: string;
  differ: string;
  saved: string;
  savedText: string;
  open: string;
  ended: string;
  endedText: string;
  confirmed: string;
  confirmedText: string;
  failed: string;
  again: string;
  problems: Record<SignInProblem, string>;
};

/** The texts of the pages, by language; `%name%` is who it is for, `%provider%` where they sign in. */
export const TEXTS: Record<PageLanguage, Texts> = {
  en: {
    welcome: "Welcome to Foyer",
    welcomeText: "Choose a password for your account. You can only use this link once.",
    renew: "Choose a new password",
    renewText: "You'll be logged out everywhere else. You can only use this link once.",
    email: "Email address",
    password: "Password",
    repeat: "Confirm password",
    length: "12 characters or more",
    wrongLength: "Use between 12 and 1,000 characters.",
    guessable: "This password is too easy to guess. Try a few unrelated words.",
    save: "Save password",
    differ: "The passwords don't match.",
    saved: "Password saved",
    savedText: "Log in with your email address and new password.",
    open: "Open Foyer",
    ended: "This link has expired",
    endedText:
      "Invitation links work for 7 days and password reset links for an hour, once each. Request a new one on the login page, or ask the person who invited you.",
    confirmed: "Confirmed",
    confirmedText: "You can close this page and carry on where you left off.",
    failed: "You're not logged in",
    again: "Try again",
    problems: {
      cancelled: "You cancelled logging in with %provider%.",
      expired: "Logging in took too long, or was started in another window. Try again.",
      refused: "Foyer couldn't verify the response from %provider%. Try again, or tell an administrator.",
      unreachable: "Foyer can't reach %provider% right now. Try again in a moment.",
      unverified: "%provider% hasn't verified your email address. Verify it there, then try again.",
      unasked:
        "%provider% didn't ask you to log in again, so nothing was confirmed. Log out of Foyer, then log in again.",
      unknown: "There's no Foyer account for your email address. Ask an administrator to invite you.",
    },
  },
  nl: {
    welcome: "Welkom bij Foyer",
    welcomeText: "Kies een wachtwoord voor uw account. De link die u volgde, werkt één keer.",
    renew: "Een nieuw wachtwoord",
    renewText: "Kies het hier. U wordt overal uitgelogd; de link die u volgde, werkt één keer.",
    email: "E-mailadres",
    password: "Wachtwoord",
    repeat: "Wachtwoord herhalen",
    length: "12 tekens of meer",
    wrongLength: "Kies een wachtwoord van 12 tot 1000 tekens.",
    guessable: "Dit wachtwoord is te gemakkelijk te raden. Kies liever een paar eigen woorden.",
    save: "Wachtwoord opslaan",
    differ: "De wachtwoorden komen niet overeen.",
    saved: "Uw wachtwoord is opgeslagen",
    savedText: "Log in met uw e-mailadres en het nieuwe wachtwoord.",
    open: "Foyer openen",
    ended: "Deze link is verlopen",
    endedText:
      "Een link in een uitnodiging werkt 7 dagen, een link voor een vergeten wachtwoord een uur, en elke link één keer. Vraag een nieuwe aan op de inlogpagina, of bij de persoon van wie u de uitnodiging kreeg.",
    confirmed: "Bevestigd",
    confirmedText: "U kunt deze pagina sluiten en verdergaan waar u was.",
    failed: "U bent niet ingelogd",
    again: "Opnieuw proberen",
    problems: {
      cancelled: "Het inloggen bij %provider% is geannuleerd.",
      expired: "Het inloggen duurde te lang of begon in een ander venster.",
      refused: "Het antwoord van %provider% was niet te vertrouwen en is niet gebruikt.",
      unreachable: "%provider% is op dit moment niet bereikbaar.",
      unverified: "%provider% heeft uw e-mailadres niet bevestigd, en alleen een bevestigd adres wordt geaccepteerd.",
      unasked:
        "%provider% heeft niet opnieuw gevraagd wie u bent, dus is er niets bevestigd. Log uit bij Foyer en log opnieuw in.",
      unknown: "Er is hier geen account voor uw e-mailadres. Vraag een beheerder om u uit te nodigen.",
    },
  },
  fr: {
    welcome: "Bienvenue sur Foyer",
    welcomeText: "Choisissez un mot de passe pour votre compte. Le lien que vous avez suivi ne sert qu’une fois.",
    renew: "Un nouveau mot de passe",
    renewText:
      "Choisissez-le ici. Toutes vos sessions ouvertes seront fermées ; le lien que vous avez suivi ne sert qu’une fois.",
    email: "Adresse e-mail",
    password: "Mot de passe",
    repeat: "Répéter le mot de passe",
    length: "12 caractères ou plus",
    wrongLength: "Choisissez un mot de passe de 12 à 1 000 caractères.",
    guessable: "Ce mot de passe est l’un des premiers que l’on essaie. Préférez quelques mots à vous.",
    save: "Enregistrer le mot de passe",
    differ: "Les deux mots de passe sont différents.",
    saved: "Votre mot de passe est enregistré",
    savedText: "Connectez-vous avec votre adresse e-mail et le nouveau mot de passe.",
    open: "Ouvrir Foyer",
    ended: "Ce lien n’est plus valable",
    endedText:
      "Un lien d’invitation est valable 7 jours, celui d’un mot de passe oublié une heure, et chacun une seule fois. Demandez-en un nouveau sur la page de connexion, ou à la personne qui vous a envoyé l’invitation.",
    confirmed: "Confirmé",
    confirmedText: "Vous pouvez fermer cette page et continuer là où vous étiez.",
    failed: "La connexion n’a pas abouti",
    again: "Réessayer",
    problems: {
      cancelled: "La connexion par %provider% a été annulée.",
      expired: "La connexion a pris trop de temps ou a commencé dans une autre fenêtre.",
      refused: "La réponse reçue (%provider%) n’a pas pu être vérifiée ; elle n’a pas été utilisée.",
      unreachable: "%provider% est injoignable pour le moment.",
      unverified: "%provider% n’a pas confirmé votre adresse e-mail, et seule une adresse confirmée est acceptée.",
      unasked:
        "%provider% n’a pas vérifié de nouveau votre identité : rien n’est donc confirmé. Déconnectez-vous de Foyer et reconnectez-vous.",
      unknown: "Aucun compte ne correspond ici à votre adresse e-mail. Demandez une invitation à l’administration.",
    },
  },
  de: {
    welcome: "Willkommen bei Foyer",
    welcomeText: "Legen Sie ein Passwort für Ihr Konto fest. Der Link, dem Sie gefolgt sind, funktioniert nur einmal.",
    renew: "Ein neues Passwort",
    renewText:
      "Legen Sie es hier fest. Sie werden überall ausgeloggt; der Link, dem Sie gefolgt sind, funktioniert nur einmal.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    repeat: "Passwort wiederholen",
    length: "12 Zeichen oder mehr",
    wrongLength: "Wählen Sie ein Passwort mit 12 bis 1000 Zeichen.",
    guessable: "Dieses Passwort ist zu leicht zu erraten. Nehmen Sie lieber ein paar eigene Wörter.",
    save: "Passwort speichern",
    differ: "Die Passwörter stimmen nicht überein.",
    saved: "Ihr Passwort wurde gespeichert",
    savedText: "Loggen Sie sich mit Ihrer E-Mail-Adresse und dem neuen Passwort ein.",
    open: "Foyer öffnen",
    ended: "Dieser Link gilt nicht mehr",
    endedText:
      "Ein Link in einer Einladung gilt 7 Tage, einer für ein vergessenes Passwort eine Stunde, und jeder funktioniert nur einmal. Fordern Sie auf der Login-Seite einen neuen an oder bei der Person, die Sie eingeladen hat.",
    confirmed: "Bestätigt",
    confirmedText: "Sie können diese Seite schließen und dort weitermachen, wo Sie waren.",
    failed: "Sie sind nicht eingeloggt",
    again: "Erneut versuchen",
    problems: {
      cancelled: "Das Einloggen bei %provider% wurde abgebrochen.",
      expired: "Das Einloggen hat zu lange gedauert oder wurde in einem anderen Fenster begonnen.",
      refused: "Die Antwort von %provider% war nicht vertrauenswürdig und wurde nicht verwendet.",
      unreachable: "%provider% ist im Moment nicht erreichbar.",
      unverified: "%provider% hat Ihre E-Mail-Adresse nicht bestätigt, und nur eine bestätigte wird angenommen.",
      unasked:
        "%provider% hat nicht noch einmal gefragt, wer Sie sind; es ist also nichts bestätigt. Loggen Sie sich bei Foyer aus und wieder ein.",
      unknown: "Zu Ihrer E-Mail-Adresse gibt es hier kein Konto. Bitten Sie einen Administrator um eine Einladung.",
    },
  },
};
