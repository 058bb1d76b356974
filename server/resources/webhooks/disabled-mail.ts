import { fillPlaceholders } from "../../platform/lib/placeholders.ts";
import { type Language, mailLanguage } from "../messages/language.ts";

const TEXTS: Readonly<Record<Language, { subject: string; text: string }>> = {
  en: {
    subject: "Webhook for %location% turned off",
    text: "%failures% requests in a row to %host% failed, so Foyer turned off the webhook for %location%.\n\nLast error: %error%\n\nEvents are no longer sent, and events from now on won't be sent later. When the endpoint works again, turn the webhook back on in the console.",
  },
  nl: {
    subject: "De webhook van %location% is uitgeschakeld",
    text: "%failures% aanroepen op rij naar %host% zijn mislukt. Daarom is de webhook van %location% uitgeschakeld.\n\nDe laatste fout: %error%\n\nGebeurtenissen worden niet meer verstuurd, en wat intussen gebeurt ook niet achteraf. Werkt de ontvanger weer, sla de webhook dan opnieuw op om hem in te schakelen.",
  },
  fr: {
    subject: "Webhook suspendu : %location%",
    text: "%failures% appels consécutifs vers %host% ont échoué ; le webhook du site %location% a donc été suspendu.\n\nDernière erreur : %error%\n\nLes événements ne sont plus envoyés, et ceux survenus entre-temps ne le seront pas non plus par la suite. Quand le récepteur fonctionnera à nouveau, enregistrez le webhook une nouvelle fois pour le réactiver.",
  },
  de: {
    subject: "Der Webhook von %location% wurde abgeschaltet",
    text: "%failures% Aufrufe in Folge an %host% sind fehlgeschlagen; der Webhook von %location% wurde deshalb abgeschaltet.\n\nDer letzte Fehler: %error%\n\nEreignisse werden nicht mehr gesendet, und die aus der Zwischenzeit auch später nicht. Sobald der Empfänger wieder arbeitet, speichern Sie den Webhook erneut, um ihn einzuschalten.",
  },
};

/** What the mail says: the name of the location, the failures in a row, the receiver, and the last error. */
export type DisabledWebhook = { location: string; failures: number; url: string; error: string };

/** The host alone: paths and queries of webhooks are often secrets themselves. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

/**
 * The mail to a global admin about a webhook that was switched off (interface 6.3).
 * @param language of the reader; en, nl, fr and de are known, anything else is English
 */
export const disabledMail = (
  { location, failures, url, error }: DisabledWebhook,
  language: string | null,
): { subject: string; text: string } => {
  const { subject, text } = TEXTS[mailLanguage(language)];
  const values = { location, failures: String(failures), host: hostOf(url), error };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
