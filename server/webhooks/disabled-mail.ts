import { fillPlaceholders } from "../lib/placeholders.ts";
import { type Language, mailLanguage } from "../messages/language.ts";

const TEXTS: Readonly<Record<Language, { subject: string; text: string }>> = {
  en: {
    subject: "The webhook of %location% was switched off",
    text: "%failures% calls in a row to %host% have failed, so the webhook of %location% was switched off.\n\nThe last error: %error%\n\nEvents are not sent any more, and those of the meantime will not be sent later. Once the receiver works again, save the webhook again to switch it on.",
  },
  nl: {
    subject: "De webhook van %location% is uitgeschakeld",
    text: "%failures% oproepen na elkaar naar %host% zijn mislukt, daarom is de webhook van %location% uitgeschakeld.\n\nDe laatste fout: %error%\n\nGebeurtenissen worden niet meer verstuurd, en die van ondertussen ook later niet. Werkt de ontvanger weer, bewaar de webhook dan opnieuw om hem in te schakelen.",
  },
  fr: {
    subject: "Le webhook de %location% a été désactivé",
    text: "%failures% appels de suite vers %host% ont échoué ; le webhook de %location% a donc été désactivé.\n\nLa dernière erreur : %error%\n\nLes événements ne sont plus envoyés, et ceux survenus entre-temps ne le seront pas plus tard. Quand le destinataire fonctionne à nouveau, enregistrez le webhook pour le réactiver.",
  },
  de: {
    subject: "Der Webhook von %location% wurde abgeschaltet",
    text: "%failures% Aufrufe nacheinander an %host% sind fehlgeschlagen; der Webhook von %location% wurde deshalb abgeschaltet.\n\nDer letzte Fehler: %error%\n\nEreignisse werden nicht mehr gesendet, und die aus der Zwischenzeit auch später nicht. Sobald der Empfänger wieder arbeitet, speichern Sie den Webhook erneut, um ihn einzuschalten.",
  },
};

/** What the mail says: the name of the location, the failures in a row, the receiver, and the last error. */
export type Disabled = { location: string; failures: number; url: string; error: string };

/** The host alone: paths and queries of webhooks are often secrets themselves. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

/**
 * The mail to a global admin about a webhook that was switched off (interface 6.3).
 * @param language of the reader; en, nl, fr and de are known, anything else is English
 */
export const disabledMail = (
  { location, failures, url, error }: Disabled,
  language: string | null,
): { subject: string; text: string } => {
  const { subject, text } = TEXTS[mailLanguage(language)];
  const values = { location, failures: String(failures), host: hostOf(url), error };
  return { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
};
