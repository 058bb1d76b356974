import { labelsIn } from "../../server/resources/agreements/labels.ts";
import { PAGE_TEXTS } from "../../server/areas/approvals/page/texts.ts";
import { erasureMail } from "../../server/resources/erasure-requests/erasure-mail.ts";
import { LABELS } from "../../server/resources/exports/labels.ts";
import { emergencyLetter, emergencySms } from "../../server/resources/messages/emergency-mail.ts";
import { hostTexts } from "../../server/resources/messages/host-texts.ts";
import type { Language } from "../../server/resources/messages/language.ts";
import { mailTexts } from "../../server/resources/messages/mail-texts.ts";
import { makeVisitTypes } from "../../demo/visit-types.ts";
import { TEXTS } from "../../server/areas/sessions/texts.ts";
import { builtInFields } from "../../server/resources/visit-types/fields.ts";
import { disabledMail } from "../../server/resources/webhooks/disabled-mail.ts";

/** Where a text stands, and what it says. */
export type Text = readonly [where: string, text: string];

/** Every text within a value, with the path to it. */
export const textsIn = (value: unknown, path: string): Text[] => {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`));
};

const emergency = (drill: boolean, isInside: boolean) => ({ text: "", drill, locationName: "%location%", isInside });

const mailsOf = (language: Language) => ({
  words: mailTexts[language],
  hosts: hostTexts[language],
  emergency: [emergency(true, true), emergency(false, false)].map((said) => emergencyLetter(said, language)),
  emergencySms: [true, false].map((drill) => ({ sms: emergencySms(emergency(drill, true), language) })),
  erasure: erasureMail(language, "%location%", "%link%"),
  webhook: disabledMail({ location: "%location%", failures: 5, url: "https://%host%", error: "%error%" }, language),
});

const ofLanguage = (texts: Readonly<Record<string, unknown>>, language: string): unknown => texts[language];

const configured = (language: Language) => {
  const types = [...makeVisitTypes({ company_id: "", screening_mail: "", at: "", newId: () => "" }).values()];
  return {
    fields: builtInFields().map(({ label }) => ofLanguage(label, language)),
    demo: types.map(({ name, fields, welcome_message, signout_message }) => [
      [name, welcome_message, signout_message].map((texts) => ofLanguage(texts, language)),
      fields.map(({ label, options }) => [ofLanguage(label, language), ofLanguage(options, language)]),
    ]),
    exports: Object.values(LABELS).map((label) => ofLanguage(label, language)),
  };
};

/** Every text that the service itself writes for people in a language: mails, SMS, pages, documents, exports, the demo. */
export const serverTexts = (language: Language): Text[] => {
  const { locale: _locale, ...document } = labelsIn(language);
  return [
    ...textsIn(mailsOf(language), "mails"),
    ...textsIn({ decision: PAGE_TEXTS[language], password: TEXTS[language], document }, "pages"),
    ...textsIn(configured(language), "configured"),
  ];
};
