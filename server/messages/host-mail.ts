import { fillPlaceholders } from "../lib/placeholders.ts";
import type { HostNotice } from "./columns.ts";
import { decisionLink } from "./decision-link.ts";
import { hostWords } from "./host-words.ts";
import type { Language } from "./language.ts";
import type { Letter } from "./letter.ts";
import type { Sending } from "./rendered.ts";
import { dayAndTimeInWords, timeInWords } from "./span.ts";
import { words } from "./words.ts";

/** A notification as it is about to be written: of which location, in which language. */
export type Told = HostNotice & { location: string; language: Language };

const TEXTS = {
  visitor_arrived: "arrived",
  visitor_to_decide: "toDecide",
  visitor_left: "left",
  visitor_approved: "approved",
  visitor_rejected: "rejected",
} as const;

/** Texts of people keep within a line of an SMS; what is longer can be read in the console. */
const SMS_VALUE_LENGTH_MAX = 60;

const textsOf = (told: Told) => hostWords[told.language][TEXTS[told.template]];

const decidedBy = ({ parameters: { by }, language }: Told): string | undefined =>
  by && (by.name ?? (by.kind === "host" ? hostWords[language].byHost : hostWords[language].byReception));

const valuesOf = (told: Told) => {
  const { parameters, language } = told;
  return {
    visitor: parameters.visitor ?? hostWords[language].somebody,
    company: parameters.visitor === parameters.company ? null : parameters.company,
    location: parameters.locationName,
    time: timeInWords(Date.parse(parameters.signedIn), parameters.timezone, language),
    by: decidedBy(told),
  };
};

const at = ({ parameters: { timezone }, language }: Told, instant: string): string =>
  dayAndTimeInWords(Date.parse(instant), timezone, language);

const factsOf = (told: Told): (readonly [string, string])[] => {
  const text = hostWords[told.language];
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

const linkTo = (told: Told, sending: Sending, choice?: "approve" | "reject"): string =>
  decisionLink(
    sending,
    { location: told.location, visitId: told.parameters.visitId },
    told.parameters.signedIn,
    choice,
  );

const buttonsOf = (told: Told, sending: Sending): Pick<Letter, "button" | "second" | "hint"> => {
  if (told.template !== "visitor_to_decide") return {};
  const { approve, reject, hint } = hostWords[told.language].toDecide;
  return {
    button: { label: approve, url: linkTo(told, sending, "approve") },
    second: { label: reject, url: linkTo(told, sending, "reject") },
    hint,
  };
};

/** The subject of a notification: the visit type's own, or ours. */
export const hostSubject = (told: Told): string =>
  told.parameters.own?.subject ?? fillPlaceholders(textsOf(told).subject, valuesOf(told));

/** Our words: a greeting, what happened, and the facts. */
const ourWords = (told: Told): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: [
    fillPlaceholders(words[told.language].hello, { first_name: told.parameters.greeting }),
    fillPlaceholders(textsOf(told).text, valuesOf(told)),
  ],
  facts: factsOf(told),
});

/** The visit type's own words are the whole mail; but nobody is asked to decide on a visitor without the facts. */
const ownWords = (told: Told, text: string): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: text.split(/\n\s*\n/),
  facts: told.template === "visitor_to_decide" ? factsOf(told) : [],
});

/** A notification as a letter; of a visitor who is to be decided on, with the two links. */
export const hostLetter = (told: Told, sending: Sending): Letter => {
  const { own, locationName } = told.parameters;
  return {
    language: told.language,
    from: locationName,
    ...(own?.text === undefined ? ourWords(told) : ownWords(told, own.text)),
    ...buttonsOf(told, sending),
    footer: fillPlaceholders(hostWords[told.language].footer, valuesOf(told)),
  };
};

const shortened = (text: string): string =>
  text.length <= SMS_VALUE_LENGTH_MAX ? text : `${text.slice(0, SMS_VALUE_LENGTH_MAX - 1).toWellFormed()}…`;

/** The SMS of a notification, which ends in the link where somebody has to decide; undefined for one that is mailed only. */
export const hostSms = (told: Told, sending: Sending): string | undefined => {
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
