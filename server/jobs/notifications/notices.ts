import { isEmailAddress } from "../../../shared/email.ts";
import { pickText, type Texts } from "../../platform/lib/texts.ts";
import { oneLine } from "../../resources/messages/send-failure.ts";
import { mailLanguage } from "../../resources/messages/language.ts";
import type { HostNotice, QueuedMessage, VisitParameters } from "../../resources/messages/queue.ts";
import { UNNOTIFIED_START } from "../../resources/visits/visits.ts";
import { customTextsOf } from "./custom-texts.ts";
import { smsNumber } from "../../platform/lib/sms-number.ts";
import type { NotifiableVisit } from "./store.ts";

/** What was recorded later than this is no news (docs/decisions/0021-notifications.md). */
const NEWS_MS = 60 * 60_000;
/** A visit type that says nothing else, and a visit without one (rules 4). */
const DEFAULTS = { email_in: true, sms_in: true, email_out: true };

/** Texts of people as they may stand in a subject and an SMS. */
const line = (text: string | null): string | null => oneLine(text ?? "") || null;

const address = (text: string | null): string | undefined => (text !== null && isEmailAddress(text) ? text : undefined);

const named = (texts: Texts | null, { default_language }: NotifiableVisit): string | null => {
  const language = mailLanguage(default_language);
  return texts && line(pickText(texts, { asked: language, fallback: default_language }) ?? null);
};

const isNews = (told: NotifiableVisit, instant: string | null): boolean =>
  !told.recorded_whole && instant !== null && Date.parse(instant) >= Date.parse(told.at) - NEWS_MS;

const parametersOf = (told: NotifiableVisit, greeting: string | null): VisitParameters => {
  const company = line(told.company);
  return {
    visitId: told._id,
    greeting,
    visitor: line([told.first_name, told.last_name].filter((part) => part !== null).join(" ")) ?? company,
    company,
    visitType: named(told.visit_type, told),
    host: line(told.recipient),
    entrance: named(told.entry_point, told),
    locationName: line(told.location) ?? "",
    timezone: told.timezone,
    signedIn: told.signed_in,
    signedOut: told.signed_out,
  };
};

/** A message to be queued: to whom, and what it says. */
type Notice = Pick<QueuedMessage, "kind" | "recipient"> & HostNotice;

const ofArrival = (told: NotifiableVisit): Notice[] => {
  const wanted = { ...DEFAULTS, ...told.host_notifications };
  const pending = told.approval === "pending";
  const template = pending ? "visitor_to_decide" : "visitor_arrived";
  const mail = wanted.email_in ? address(told.recipient_mail) : undefined;
  // There must be an approver: without the mail to the host, the type's confirmation address is asked.
  const instead = pending && mail === undefined ? address(told.screening_mail) : undefined;
  const number = wanted.sms_in ? smsNumber(told.mobile) : undefined;
  const host = line(told.recipient);
  return [
    ...(mail === undefined
      ? []
      : [{ kind: "mail", recipient: mail, template, parameters: parametersOf(told, host) } as const]),
    ...(instead === undefined
      ? []
      : [{ kind: "mail", recipient: instead, template, parameters: parametersOf(told, null) } as const]),
    ...(number === undefined
      ? []
      : [{ kind: "sms", recipient: number, template, parameters: parametersOf(told, host) } as const]),
  ];
};

const arrival = (told: NotifiableVisit): Notice[] =>
  told.act === UNNOTIFIED_START || !isNews(told, told.signed_in) ? [] : ofArrival(told);

const departure = (told: NotifiableVisit): Notice[] => {
  const mail = address(told.recipient_mail);
  if (mail === undefined || !isNews(told, told.signed_out)) return [];
  if (!{ ...DEFAULTS, ...told.host_notifications }.email_out) return [];
  const parameters = parametersOf(told, line(told.recipient));
  return [{ kind: "mail", recipient: mail, template: "visitor_left", parameters }];
};

const decision = (told: NotifiableVisit, template: "visitor_approved" | "visitor_rejected"): Notice[] => {
  const mail = address(told.screening_mail);
  if (mail === undefined) return [];
  const byHost = told.actor_kind === "host_link";
  const by = {
    kind: byHost ? ("host" as const) : ("reception" as const),
    name: line(byHost ? told.recipient : told.actor_name),
    at: told.at,
  };
  return [{ kind: "mail", recipient: mail, template, parameters: { ...parametersOf(told, null), by } }];
};

/** The events that are notified, and how. */
const NOTICES: Readonly<Record<string, (told: NotifiableVisit) => Notice[]>> = {
  visitor_signed_in: arrival,
  visitor_signed_out: departure,
  visitor_screening_approved: (told) => decision(told, "visitor_approved"),
  visitor_screening_rejected: (told) => decision(told, "visitor_rejected"),
};

/** Whether an event is ever notified. */
export const isNotifiable = (event: string | null): boolean => event !== null && Object.hasOwn(NOTICES, event);

const queued = (told: NotifiableVisit, location: string, notices: readonly Notice[]): QueuedMessage[] => {
  const language = mailLanguage(told.default_language);
  return notices.map(({ parameters, ...notice }) => {
    const own = customTextsOf(told, notice.template, parameters, language);
    return {
      ...notice,
      parameters: own === undefined ? parameters : { ...parameters, own },
      location,
      subjectId: told._id,
      language,
      now: Date.parse(told.at),
    };
  });
};

/** What asks a host again to decide on a visit that is pending; nothing where there is no address to ask at. */
export const decisionRequestsOf = (told: NotifiableVisit, location: string): QueuedMessage[] =>
  queued(told, location, ofArrival(told));

/**
 * The mails and SMS about an event of a visit, in the language of its location (interface 3, rules 4 "Visit type"). They are
 * as old as the event: so they leave in its order, and are given up a day after it.
 */
export const noticesOf = (told: NotifiableVisit, location: string): QueuedMessage[] =>
  queued(told, location, (told.event === null ? undefined : NOTICES[told.event])?.(told) ?? []);
