import { systemValues } from "../../platform/lib/record/system-values.ts";
import { fillPlaceholders, type PlaceholderValues } from "../../../shared/text/placeholders.ts";
import { textOrUndefined } from "../../platform/lib/record/optional.ts";
import { pickText } from "../../platform/lib/text/texts.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import { VISITORS, type HostNotice, type CustomTexts, type VisitParameters } from "../../resources/messages/queue.ts";
import { formatDayAndTime, formatDay, formatTime } from "../../resources/messages/mail/format-dates.ts";
import { messageTexts } from "../../resources/messages/texts.ts";
import type { NotificationKey } from "../../resources/visit-types/notification-texts.ts";
import type { NotifiableVisit } from "./store.ts";

/** The visit type's text for each event. */
const KEYS: Readonly<Record<HostNotice["template"], Readonly<Partial<Record<keyof CustomTexts, NotificationKey>>>>> = {
  visitor_arrived: {
    subject: "notification_sign_in_subject",
    text: "notification_sign_in_text",
    sms: "notification_sign_in_sms",
  },
  visitor_to_decide: {
    subject: "notification_screening_subject",
    text: "notification_screening_text",
    sms: "notification_screening_sms",
  },
  visitor_left: { subject: "notification_sign_out_subject", text: "notification_sign_out_text" },
  visitor_approved: { subject: "notification_confirmation_subject", text: "notification_confirmation_text" },
  visitor_rejected: { subject: "notification_confirmation_subject", text: "notification_confirmation_text" },
};

/** Typed values are cut to this length in custom texts; the rest can be read in the console. */
const VALUE_LENGTH_MAX = { subject: 100, text: 1_000, sms: 60 };
/** A text that repeats the same long answer a thousand times must not become a book. */
const WHOLE_LENGTH_MAX = { subject: 300, text: 20_000, sms: 480 };

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;

/** Plain text: line breaks are kept, other control characters are removed. */
const lines = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n]/gu, " ")
    .toWellFormed()
    .trim();

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/**
 * The values stored with the visit, by key, including answers to custom questions and extra keys. Several values are
 * listed.
 */
const stored = ({ doc }: NotifiableVisit): PlaceholderValues =>
  Object.fromEntries(
    Object.entries(doc).map(([key, value]) => {
      if (isPlain(value)) return [key, value];
      return [key, Array.isArray(value) ? value.filter(isPlain).join(", ") : null];
    }),
  );

/** Names that are handy in a sentence; a question of the same name takes precedence. */
const handy = (
  notifiable: NotifiableVisit,
  { visitor, companions, entrance, locationName, signedIn, by }: VisitParameters,
  language: string,
) => {
  const { unnamedVisitor, decisions, byHost, byReception } = messageTexts(language).hosts;
  const { timezone, approval } = notifiable;
  return {
    visitor: companions === undefined ? (visitor ?? unnamedVisitor) : VISITORS,
    location: locationName,
    entrance,
    date: formatDay(Date.parse(signedIn), timezone, language),
    time: formatTime(Date.parse(signedIn), timezone, language),
    decision: by && (approval === "rejected" ? decisions.rejected : decisions.approved),
    decided_by: by && (by.name ?? (by.kind === "host" ? byHost : byReception)),
  };
};

/** The placeholders of a custom text (rules 4); IDs are replaced by names, instants by times at the location. */
const valuesOf = (notifiable: NotifiableVisit, parameters: VisitParameters, language: string): PlaceholderValues => {
  const inWords = (instant: string | null): string | null =>
    instant && formatDayAndTime(Date.parse(instant), notifiable.timezone, language);
  return {
    ...handy(notifiable, parameters, language),
    ...stored(notifiable),
    visit_type: parameters.visitType,
    entrypoint_id: parameters.entrance,
    signed_in: inWords(notifiable.signed_in),
    signed_out: inWords(notifiable.signed_out),
    telephone_number: textOrUndefined(notifiable.host?.["telephoneNumber"]),
    mobile: textOrUndefined(notifiable.host?.["mobile"]),
    ...systemValues(Date.parse(notifiable.at), notifiable.timezone),
  };
};

const filled = (template: string, values: PlaceholderValues, part: keyof CustomTexts): string => {
  const normalize = part === "text" ? lines : oneLine;
  const short = Object.entries(values).map(([name, value]) => [
    name,
    shortened(normalize(String(value ?? "")), VALUE_LENGTH_MAX[part]),
  ]);
  // An SMS may have several lines.
  const whole = part === "subject" ? oneLine : lines;
  return shortened(whole(fillPlaceholders(template, Object.fromEntries(short))), WHOLE_LENGTH_MAX[part]);
};

/**
 * The visit type's own texts of a notification, filled in: in the location's default language, or else English, or else
 * the first there is (rules 4). Texts that are missing, or empty once filled in, are absent: ours are sent instead.
 * @param language the language of the surrounding text
 */
export const customTextsOf = (
  notifiable: NotifiableVisit,
  template: HostNotice["template"],
  parameters: VisitParameters,
  language: string,
): CustomTexts | undefined => {
  const own: CustomTexts = {};
  for (const part of ["subject", "text", "sms"] as const) {
    const key = KEYS[template][part];
    const texts = (key && notifiable.notification_texts?.[key]) ?? {};
    const text = pickText(texts, { preferred: notifiable.default_language, fallback: notifiable.default_language });
    const said = text === undefined ? "" : filled(text, valuesOf(notifiable, parameters, language), part);
    if (said !== "") own[part] = said;
  }
  return Object.keys(own).length === 0 ? undefined : own;
};
