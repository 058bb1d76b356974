import { fillPlaceholders } from "../../platform/lib/placeholders.ts";
import type { HostNotice } from "./columns.ts";
import { decisionLink } from "./decision-link.ts";
import { hostTexts } from "./host-texts.ts";
import type { Language } from "./language.ts";
import type { Letter } from "./letter.ts";
import type { LinkSettings } from "./rendered-message.ts";
import { formatDayAndTime, formatTime } from "./format-dates.ts";
import { mailTexts } from "./mail-texts.ts";

/** A notification as it is about to be written: of which location, in which language. */
export type HostNotification = HostNotice & { location: string; language: Language };

const TEXTS = {
  visitor_arrived: "arrived",
  visitor_to_decide: "toDecide",
  visitor_left: "left",
  visitor_approved: "approved",
  visitor_rejected: "rejected",
} as const;

/** Texts of people keep within a line of an SMS; what is longer can be read in the console. */
const SMS_VALUE_LENGTH_MAX = 60;

const textsOf = (told: HostNotification) => hostTexts[told.language][TEXTS[told.template]];

const decidedBy = ({ parameters: { by }, language }: HostNotification): string | undefined =>
  by && (by.name ?? (by.kind === "host" ? hostTexts[language].byHost : hostTexts[language].byReception));

const valuesOf = (told: HostNotification) => {
  const { parameters, language } = told;
  return {
    visitor: parameters.visitor ?? hostTexts[language].somebody,
    company: parameters.visitor === parameters.company ? null : parameters.company,
    location: parameters.locationName,
    time: formatTime(Date.parse(parameters.signedIn), parameters.timezone, language),
    by: decidedBy(told),
  };
};

const at = ({ parameters: { timezone }, language }: HostNotification, instant: string): string =>
  formatDayAndTime(Date.parse(instant), timezone, language);

const factsOf = (told: HostNotification): (readonly [string, string])[] => {
  const text = hostTexts[told.language];
  const { visitor, company, visitType, host, entrance, signedIn, signedOut, by } = told.parameters;
  const facts: (readonly [string, string | null | undefined])[] = [
    [text.visitor, visitor],
    [text.company, company],
    [text.visitType, visitType],
    [text.host, host],
    [text.entrance, entrance],
    [text.signedIn, at(told, signedIn)],
    [text.signedOut, told.template === "visitor_left" && signedOut !== null ? at(told, signedOut) : null],
    [text.decided, by && at(told, by.at)],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value] as const]));
};

const linkTo = (told: HostNotification, sending: LinkSettings, choice?: "approve" | "reject"): string =>
  decisionLink(
    sending,
    { location: told.location, visitId: told.parameters.visitId },
    told.parameters.signedIn,
    choice,
  );

const buttonsOf = (told: HostNotification, sending: LinkSettings): Pick<Letter, "button" | "second" | "hint"> => {
  if (told.template !== "visitor_to_decide") return {};
  const { approve, reject, hint } = hostTexts[told.language].toDecide;
  return {
    button: { label: approve, url: linkTo(told, sending, "approve") },
    second: { label: reject, url: linkTo(told, sending, "reject") },
    hint,
  };
};

/** The subject of a notification: the visit type's own, or ours. */
export const hostSubject = (told: HostNotification): string =>
  told.parameters.own?.subject ?? fillPlaceholders(textsOf(told).subject, valuesOf(told));

/** Our words: a greeting, what happened, and the facts. */
const defaultBody = (told: HostNotification): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: [
    fillPlaceholders(mailTexts[told.language].hello, { name: told.parameters.greeting }),
    fillPlaceholders(textsOf(told).text, valuesOf(told)),
  ],
  facts: factsOf(told),
});

/** The visit type's own words are the whole mail; but no host is asked to decide on a visitor without the facts. */
const customBody = (told: HostNotification, text: string): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: text.split(/\n\s*\n/),
  facts: told.template === "visitor_to_decide" ? factsOf(told) : [],
});

/** A notification as a letter; of a visitor who is to be decided on, with the two links. */
export const hostLetter = (told: HostNotification, sending: LinkSettings): Letter => {
  const { own, locationName } = told.parameters;
  return {
    language: told.language,
    from: locationName,
    ...(own?.text === undefined ? defaultBody(told) : customBody(told, own.text)),
    ...buttonsOf(told, sending),
    footer: fillPlaceholders(hostTexts[told.language].footer, valuesOf(told)),
  };
};

const shortened = (text: string): string =>
  text.length <= SMS_VALUE_LENGTH_MAX ? text : `${text.slice(0, SMS_VALUE_LENGTH_MAX - 1).toWellFormed()}…`;

/** The SMS of a notification, which ends in the link where a decision is needed; undefined for one that is mailed only. */
export const hostSms = (told: HostNotification, sending: LinkSettings): string | undefined => {
  const texts = textsOf(told);
  if (!("sms" in texts)) return undefined;
  const own = told.parameters.own?.sms;
  const isQuestion = told.template === "visitor_to_decide";
  if (own !== undefined) return isQuestion ? `${own} ${linkTo(told, sending)}` : own;
  const { visitor, company, location, time } = valuesOf(told);
  return fillPlaceholders(texts.sms, {
    visitor: shortened(visitor),
    company: company && shortened(company),
    location: shortened(location),
    time,
    link: isQuestion ? linkTo(told, sending) : null,
  });
};
