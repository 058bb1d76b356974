import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { type CustomTexts, type HostNotice, VISITORS } from "../columns.ts";
import { type Companion, nameTogether } from "../companions.ts";
import type { HostLinks } from "../host-link.ts";
import type { Letter } from "./letter.ts";
import { formatDayAndTime, formatTime } from "./format-dates.ts";
import { messageTexts } from "../texts.ts";

/** Everything needed to write a notification: its location and language, among others. */
export type HostNotification = HostNotice & { location: string; language: string; companions: readonly Companion[] };

const TEXTS = {
  visitor_arrived: "arrived",
  visitor_to_decide: "toDecide",
  visitor_left: "left",
  visitor_approved: "approved",
  visitor_rejected: "rejected",
} as const;

/** Texts that people typed are cut to fit an SMS; the full text is in the console. */
const SMS_VALUE_LENGTH_MAX = 60;

const isDelivery = ({ template, parameters }: HostNotification): boolean =>
  template === "visitor_arrived" && parameters.delivery === true;

const textsOf = (notification: HostNotification): { subject: string; text: string; sms?: string } => {
  const { hosts } = messageTexts(notification.language);
  if (notification.companions.length > 0) return hosts.together;
  return hosts[isDelivery(notification) ? "delivery" : TEXTS[notification.template]];
};

/** Who it is about. @param shorten cuts a name */
const visitorsOf = (
  { parameters, companions, language }: HostNotification,
  shorten = (name: string) => name,
): string => {
  const visitor = shorten(parameters.visitor ?? messageTexts(language).hosts.unnamedVisitor);
  return nameTogether(
    visitor,
    companions.map(({ name, company }) => ({ name: name && shorten(name), company })),
    language,
  );
};

const decidedBy = ({ parameters: { by }, language }: HostNotification): string | undefined =>
  by && (by.name ?? messageTexts(language).hosts[by.kind === "host" ? "byHost" : "byReception"]);

const valuesOf = (notification: HostNotification) => {
  const { parameters, language } = notification;
  return {
    visitor: visitorsOf(notification),
    company: parameters.visitor === parameters.company && !isDelivery(notification) ? null : parameters.company,
    location: parameters.locationName,
    entrance: parameters.entrance,
    time: formatTime(Date.parse(parameters.signedIn), parameters.timezone, language),
    by: decidedBy(notification),
  };
};

const at = ({ parameters: { timezone }, language }: HostNotification, instant: string): string =>
  formatDayAndTime(Date.parse(instant), timezone, language);

/** Each by name, and by company where it isn't the first one's. */
const namesOf = ({ parameters, companions, language }: HostNotification): string => {
  const { unnamedVisitor } = messageTexts(language).hosts;
  const others = companions.map(({ name, company }) =>
    company === null || company === parameters.company || company === name
      ? (name ?? unnamedVisitor)
      : `${name} (${company})`,
  );
  return [parameters.visitor ?? unnamedVisitor, ...others].join(", ");
};

const together = (notification: HostNotification): (readonly [string, string])[] =>
  notification.companions.length === 0
    ? []
    : [[messageTexts(notification.language).hosts.together.visitors, namesOf(notification)]];

const factsOf = (notification: HostNotification): (readonly [string, string])[] => {
  const text = messageTexts(notification.language).hosts;
  const { visitor, company, visitType, host, entrance, signedIn, signedOut, by } = notification.parameters;
  const facts: (readonly [string, string | null | undefined])[] = [
    ...together(notification),
    // Without a name, the visitor is known by their company, which has a line of its own.
    [text.visitor, visitor === company || notification.companions.length > 0 ? null : visitor],
    [text.company, company],
    [text.visitType, visitType],
    [text.host, host],
    [text.entrance, entrance],
    [text.signedIn, at(notification, signedIn)],
    [
      text.signedOut,
      notification.template === "visitor_left" && signedOut !== null ? at(notification, signedOut) : null,
    ],
    [text.decided, by && at(notification, by.at)],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value] as const]));
};

const buttonsOf = (
  notification: HostNotification,
  links: HostLinks | undefined,
): Pick<Letter, "button" | "second" | "hint"> => {
  const { arrived: one, together: several, toDecide, linkless } = messageTexts(notification.language).hosts;
  const arrived = notification.companions.length > 0 ? several : one;
  if (notification.template !== "visitor_arrived" && notification.template !== "visitor_to_decide") return {};
  // The driver has left: a reply would reach no visitor.
  if (isDelivery(notification)) return {};
  if (links === undefined) return { hint: linkless };
  if (notification.template === "visitor_arrived")
    return {
      button: { label: arrived.reply, url: links.reply },
      // The visit type's own texts remain unchanged.
      ...(notification.parameters.own?.text === undefined ? { hint: arrived.hint } : {}),
    };
  const { approve, reject, hint } = toDecide;
  return {
    button: { label: approve, url: links.approve },
    second: { label: reject, url: links.reject },
    hint,
  };
};

/** The visit type's own text, with the names of several visitors. */
const customText = (notification: HostNotification, part: keyof CustomTexts): string | undefined => {
  const { own, companions } = notification.parameters;
  return companions === undefined ? own?.[part] : own?.[part]?.replaceAll(VISITORS, visitorsOf(notification));
};

/** The subject of a notification: the visit type's own, or ours. */
export const hostSubject = (notification: HostNotification): string =>
  customText(notification, "subject") ?? fillPlaceholders(textsOf(notification).subject, valuesOf(notification));

const handedOver = ({ parameters, companions, language }: HostNotification): string[] => {
  const { handedOver: one, together: several } = messageTexts(language).hosts;
  return parameters.handedOver === true ? [companions.length > 0 ? several.handedOver : one] : [];
};

/** Our own text: a greeting, what happened, and the facts. */
const defaultBody = (notification: HostNotification): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: [
    fillPlaceholders(messageTexts(notification.language).hello, { name: notification.parameters.greeting }),
    fillPlaceholders(textsOf(notification).text, valuesOf(notification)),
    ...handedOver(notification),
  ],
  facts: factsOf(notification),
});

/**
 * A visit type's own text replaces the whole email; but a host who is asked to approve always gets the facts, and one
 * with several visitors their names.
 */
const customBody = (notification: HostNotification, text: string): Pick<Letter, "paragraphs" | "facts"> => ({
  paragraphs: [...text.split(/\n\s*\n/), ...handedOver(notification)],
  facts: notification.template === "visitor_to_decide" ? factsOf(notification) : together(notification),
});

/**
 * A notification as a letter; for a visitor who has arrived, with the link to reply, or the two links to approve or
 * reject.
 * @param links undefined if the address isn't the host's: the letter then says why it has none
 */
export const hostLetter = (notification: HostNotification, links: HostLinks | undefined): Letter => {
  const own = customText(notification, "text");
  return {
    language: notification.language,
    from: notification.parameters.locationName,
    ...(own === undefined ? defaultBody(notification) : customBody(notification, own)),
    ...buttonsOf(notification, links),
    footer: fillPlaceholders(messageTexts(notification.language).hosts.footer, valuesOf(notification)),
  };
};

const shortened = (text: string): string =>
  text.length <= SMS_VALUE_LENGTH_MAX ? text : `${text.slice(0, SMS_VALUE_LENGTH_MAX - 1).toWellFormed()}…`;

/** How many came along, where a custom SMS has no place for it: "(+2)". */
const uncounted = ({ parameters: { own }, companions }: HostNotification): string =>
  companions.length === 0 || own?.sms?.includes(VISITORS) === true ? "" : ` (+${companions.length})`;

/**
 * The short text of a notification, such as an SMS, which ends with the link. The visit type's own text is used only in
 * approval requests, because a longer SMS is paid for twice.
 * @param links undefined if the number isn't the host's: a mark stands in the place of the link
 */
export const hostSms = (notification: HostNotification, links: HostLinks | undefined): string => {
  const texts = textsOf(notification);
  const own = customText(notification, "sms");
  const isQuestion = notification.template === "visitor_to_decide";
  const link = links?.reply ?? messageTexts(notification.language).hosts.link;
  if (own !== undefined) return isQuestion ? `${own} ${link}` : `${own}${uncounted(notification)}`;
  const { company, location, entrance, time, by } = valuesOf(notification);
  return fillPlaceholders(texts.sms ?? texts.text, {
    visitor: visitorsOf(notification, shortened),
    company: company && shortened(company),
    location: shortened(location),
    entrance: entrance && shortened(entrance),
    time,
    by: by && shortened(by),
    link: isQuestion || notification.template === "visitor_arrived" ? link : null,
  });
};
