/** The languages of the pages the service writes itself. */
const LANGUAGES = ["en", "nl", "fr", "de"] as const;
export type PageLanguage = (typeof LANGUAGES)[number];

/** The language of a code such as `nl-BE` or of an `Accept-Language`; English when none of them is known. */
export const pageLanguage = (wanted: string | null | undefined): PageLanguage => {
  const codes = (wanted ?? "").split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  return codes.map((code) => LANGUAGES.find((known) => known === code)).find((known) => known !== undefined) ?? "en";
};

/** Why somebody could not sign in at the identity provider. */
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
    welcomeText: "Choose a password for your account. The link you followed works once.",
    renew: "A new password",
    renewText: "Choose it here. You will be signed out wherever you were signed in; the link you followed works once.",
    email: "E-mail",
    password: "Password",
    repeat: "Password again",
    length: "12 characters or more",
    wrongLength: "Choose a password of 12 to 1000 characters.",
    guessable: "This password is among the first that are tried. Some words of your own are good.",
    save: "Save password",
    differ: "The two passwords differ.",
    saved: "Your password is saved",
    savedText: "Sign in with your e-mail address and the new password.",
    open: "Open Foyer",
    ended: "This link has ended",
    endedText:
      "A link in an invitation works for 7 days, one for a forgotten password for an hour, and each of them once. Ask for a new one where you sign in, or whoever invited you.",
    confirmed: "Confirmed",
    confirmedText: "You can close this page and go on where you were.",
    failed: "You are not signed in",
    again: "Try again",
    problems: {
      cancelled: "Signing in at %provider% was cancelled.",
      expired: "Signing in took too long, or was begun in another window.",
      refused: "The answer of %provider% could not be trusted, so it was not used.",
      unreachable: "%provider% cannot be reached at the moment.",
      unverified: "%provider% has not confirmed your e-mail address, and only a confirmed one is accepted.",
      unasked: "%provider% did not ask again who you are, so nothing was confirmed. Sign out of Foyer and in again.",
      unknown: "There is no account for your e-mail address here. Ask an administrator to invite you.",
    },
  },
  nl: {
    welcome: "Welkom bij Foyer",
    welcomeText: "Kies een wachtwoord voor uw account. De link die u volgde, werkt één keer.",
    renew: "Een nieuw wachtwoord",
    renewText: "Kies het hier. U wordt overal afgemeld waar u aangemeld was; de link die u volgde, werkt één keer.",
    email: "E-mail",
    password: "Wachtwoord",
    repeat: "Wachtwoord herhalen",
    length: "12 tekens of meer",
    wrongLength: "Kies een wachtwoord van 12 tot 1000 tekens.",
    guessable: "Dit wachtwoord wordt als een van de eerste geprobeerd. Een paar eigen woorden zijn goed.",
    save: "Wachtwoord opslaan",
    differ: "De twee wachtwoorden verschillen.",
    saved: "Uw wachtwoord is opgeslagen",
    savedText: "Meld u aan met uw e-mailadres en het nieuwe wachtwoord.",
    open: "Foyer openen",
    ended: "Deze link is verlopen",
    endedText:
      "Een link in een uitnodiging werkt 7 dagen, die voor een vergeten wachtwoord een uur, en elk één keer. Vraag een nieuwe waar u zich aanmeldt, of aan wie u uitnodigde.",
    confirmed: "Bevestigd",
    confirmedText: "U kunt deze pagina sluiten en verdergaan waar u was.",
    failed: "U bent niet aangemeld",
    again: "Opnieuw proberen",
    problems: {
      cancelled: "Het aanmelden bij %provider% is geannuleerd.",
      expired: "Het aanmelden duurde te lang, of begon in een ander venster.",
      refused: "Het antwoord van %provider% was niet te vertrouwen en is niet gebruikt.",
      unreachable: "%provider% is op dit moment niet bereikbaar.",
      unverified: "%provider% heeft uw e-mailadres niet bevestigd, en alleen een bevestigd adres wordt aanvaard.",
      unasked:
        "%provider% heeft niet opnieuw gevraagd wie u bent, dus is er niets bevestigd. Meld u af bij Foyer en opnieuw aan.",
      unknown: "Er is hier geen account voor uw e-mailadres. Vraag een beheerder om u uit te nodigen.",
    },
  },
  fr: {
    welcome: "Bienvenue sur Foyer",
    welcomeText: "Choisissez un mot de passe pour votre compte. Le lien que vous avez suivi ne sert qu’une fois.",
    renew: "Un nouveau mot de passe",
    renewText:
      "Choisissez-le ici. Vous serez déconnecté partout où vous étiez connecté ; le lien que vous avez suivi ne sert qu’une fois.",
    email: "E-mail",
    password: "Mot de passe",
    repeat: "Répéter le mot de passe",
    length: "12 caractères ou plus",
    wrongLength: "Choisissez un mot de passe de 12 à 1000 caractères.",
    guessable: "Ce mot de passe est parmi les premiers à être essayés. Quelques mots à vous conviennent.",
    save: "Enregistrer le mot de passe",
    differ: "Les deux mots de passe sont différents.",
    saved: "Votre mot de passe est enregistré",
    savedText: "Connectez-vous avec votre adresse e-mail et le nouveau mot de passe.",
    open: "Ouvrir Foyer",
    ended: "Ce lien n’est plus valable",
    endedText:
      "Un lien d’invitation est valable 7 jours, celui d’un mot de passe oublié une heure, et chacun une seule fois. Demandez-en un nouveau à la page de connexion ou à la personne qui vous a invité.",
    confirmed: "Confirmé",
    confirmedText: "Vous pouvez fermer cette page et continuer là où vous étiez.",
    failed: "Vous n’êtes pas connecté",
    again: "Réessayer",
    problems: {
      cancelled: "La connexion auprès de %provider% a été annulée.",
      expired: "La connexion a pris trop de temps ou a commencé dans une autre fenêtre.",
      refused: "La réponse de %provider% n’était pas digne de confiance et n’a pas été utilisée.",
      unreachable: "%provider% est injoignable pour le moment.",
      unverified: "%provider% n’a pas confirmé votre adresse e-mail, et seule une adresse confirmée est acceptée.",
      unasked:
        "%provider% n’a pas redemandé qui vous êtes : rien n’est donc confirmé. Déconnectez-vous de Foyer et reconnectez-vous.",
      unknown: "Il n’y a pas de compte pour votre adresse e-mail ici. Demandez une invitation à un administrateur.",
    },
  },
  de: {
    welcome: "Willkommen bei Foyer",
    welcomeText: "Wählen Sie ein Passwort für Ihr Konto. Der Link, dem Sie gefolgt sind, gilt einmal.",
    renew: "Ein neues Passwort",
    renewText:
      "Wählen Sie es hier. Sie werden überall abgemeldet, wo Sie angemeldet waren; der Link, dem Sie gefolgt sind, gilt einmal.",
    email: "E-Mail",
    password: "Passwort",
    repeat: "Passwort wiederholen",
    length: "12 Zeichen oder mehr",
    wrongLength: "Wählen Sie ein Passwort mit 12 bis 1000 Zeichen.",
    guessable: "Dieses Passwort gehört zu den ersten, die jemand versucht. Ein paar eigene Wörter sind gut.",
    save: "Passwort speichern",
    differ: "Die beiden Passwörter sind verschieden.",
    saved: "Ihr Passwort ist gespeichert",
    savedText: "Melden Sie sich mit Ihrer E-Mail-Adresse und dem neuen Passwort an.",
    open: "Foyer öffnen",
    ended: "Dieser Link gilt nicht mehr",
    endedText:
      "Ein Link in einer Einladung gilt 7 Tage, einer für ein vergessenes Passwort eine Stunde, und jeder einmal. Fordern Sie dort einen neuen an, wo Sie sich anmelden, oder bei der Person, die Sie eingeladen hat.",
    confirmed: "Bestätigt",
    confirmedText: "Sie können diese Seite schließen und dort weitermachen, wo Sie waren.",
    failed: "Sie sind nicht angemeldet",
    again: "Noch einmal versuchen",
    problems: {
      cancelled: "Die Anmeldung bei %provider% wurde abgebrochen.",
      expired: "Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen.",
      refused: "Der Antwort von %provider% war nicht zu trauen, sie wurde nicht verwendet.",
      unreachable: "%provider% ist im Moment nicht erreichbar.",
      unverified: "%provider% hat Ihre E-Mail-Adresse nicht bestätigt, und nur eine bestätigte wird angenommen.",
      unasked:
        "%provider% hat nicht noch einmal gefragt, wer Sie sind; es ist also nichts bestätigt. Melden Sie sich bei Foyer ab und wieder an.",
      unknown: "Zu Ihrer E-Mail-Adresse gibt es hier kein Konto. Bitten Sie einen Administrator um eine Einladung.",
    },
  },
};
