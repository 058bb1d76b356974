import { isEmailAddress } from "../../../shared/email.ts";
import { type HostAddress, hostAddresses } from "../../platform/channels/channels.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import { pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import type { HostNotice, QueuedMessage, VisitParameters } from "../../resources/messages/queue.ts";
import { ENDED_BY_TYPE } from "../../resources/visits/endings.ts";
import { RELEASED } from "../../platform/db/held-visits.ts";
import { HANDED_OVER } from "../../resources/visits/host-replies.ts";
import { UNNOTIFIED_START } from "../../resources/visits/visits.ts";
import { customTextsOf } from "./custom-texts.ts";
import type { NotifiableVisit } from "./store.ts";

/** Hosts are not notified of events recorded later than this (docs/decisions/0021-notifications.md). */
export const NEWS_MS = 60 * 60_000;

/**
 * How long messages about a sign-in in the console wait: for the 6 seconds of its Undo, and 2 for the request that takes it back
 * (docs/decisions/0054-taking-a-sign-in-back.md).
 */
const HOLD_MS = 8_000;

/** A typed text, shortened for a subject or an SMS. */
const line = (text: string | null): string | null => oneLine(text ?? "") || null;

const address = (text: string | null): string | undefined => (text !== null && isEmailAddress(text) ? text : undefined);

const named = (texts: Texts | null, { default_language }: NotifiableVisit): string | null => {
  const language = chooseLanguage(default_language);
  return texts && line(pickText(texts, { preferred: language, fallback: default_language }) ?? null);
};

const isNews = (notifiable: NotifiableVisit, instant: string | null): boolean =>
  !notifiable.recorded_whole && instant !== null && Date.parse(instant) >= Date.parse(notifiable.at) - NEWS_MS;

const parametersOf = (notifiable: NotifiableVisit, greeting: string | null): VisitParameters => {
  const company = line(notifiable.company);
  return {
    visitId: notifiable._id,
    greeting,
    visitor: line([notifiable.first_name, notifiable.last_name].filter((part) => part !== null).join(" ")) ?? company,
    company,
    visitType: named(notifiable.visit_type, notifiable),
    host: line(notifiable.recipient),
    entrance: named(notifiable.entry_point, notifiable),
    locationName: line(notifiable.location) ?? "",
    timezone: notifiable.timezone,
    signedIn: notifiable.signed_in,
    signedOut: notifiable.signed_out,
    ...(notifiable.is_delivery ? { delivery: true } : {}),
  };
};

/** A message to be queued: its recipient and its content. */
type Notice = HostAddress & HostNotice;
type AddressedNotice = { notifiable: NotifiableVisit; notice: Notice };

/**
 * Where the host is reached: by email at the visit's address, otherwise at the addresses of the first host of the
 * recipient's name.
 */
const hostsAt = (notifiable: NotifiableVisit, event: "in" | "out"): HostAddress[] =>
  hostAddresses(
    event,
    { ...notifiable.host, mail: notifiable.recipient_mail },
    notifiable.host_notifications,
    notifiable.phone_country,
  );

/** The email addresses of who stands in for the host. */
const standInsAt = (notifiable: NotifiableVisit, event: "in" | "out"): HostAddress[] =>
  notifiable.stand_ins.flatMap((mail) =>
    hostAddresses(event, { mail }, notifiable.host_notifications, notifiable.phone_country),
  );

/** Who signs in by these is known to no one: anyone may read a poster, and an invitation can be passed on. */
const STRANGERS: ReadonlySet<string> = new Set(["poster", "invitation", "badge"]);

const ofArrival = (notifiable: NotifiableVisit): Notice[] => {
  if (notifiable.is_held) return [];
  const pending = notifiable.approval === "pending";
  const template = pending ? ("visitor_to_decide" as const) : ("visitor_arrived" as const);
  const host = line(notifiable.recipient);
  const notices = [
    ...hostsAt(notifiable, "in").map((to) => ({ ...to, template, parameters: parametersOf(notifiable, host) })),
    ...standInsAt(notifiable, "in").map((to) => ({ ...to, template, parameters: parametersOf(notifiable, null) })),
  ];
  // There must be an approver: if the host has no email address, the type's confirmation address gets the request.
  const instead =
    pending && notices.every(({ kind }) => kind !== "mail") ? address(notifiable.screening_mail) : undefined;
  if (instead === undefined) return notices;
  return [{ kind: "mail", recipient: instead, template, parameters: parametersOf(notifiable, null) }, ...notices];
};

const arrival = (notifiable: NotifiableVisit): Notice[] =>
  notifiable.action === UNNOTIFIED_START || !isNews(notifiable, notifiable.signed_in)
    ? []
    : ofArrival(notifiable).map(({ parameters, ...notice }) => ({
        ...notice,
        parameters: STRANGERS.has(notifiable.actor_kind) ? { ...parameters, byStranger: true } : parameters,
      }));

const departure = (notifiable: NotifiableVisit): Notice[] => {
  // A host isn't told that a visit ended by itself: its visitor left long ago, and nothing is known of when.
  if (notifiable.action === ENDED_BY_TYPE || !isNews(notifiable, notifiable.signed_out)) return [];
  const parameters = parametersOf(notifiable, line(notifiable.recipient));
  const toStandIns = { ...parameters, greeting: null };
  return [
    ...hostsAt(notifiable, "out").map((to) => ({ ...to, template: "visitor_left" as const, parameters })),
    ...standInsAt(notifiable, "out").map((to) => ({
      ...to,
      template: "visitor_left" as const,
      parameters: toStandIns,
    })),
  ];
};

const decision = (notifiable: NotifiableVisit, template: "visitor_approved" | "visitor_rejected"): Notice[] => {
  const mail = address(notifiable.screening_mail);
  if (mail === undefined) return [];
  const byHost = notifiable.actor_kind === "host_link";
  const by = {
    kind: byHost ? ("host" as const) : ("reception" as const),
    name: line(byHost ? notifiable.recipient : notifiable.actor_name),
    at: notifiable.at,
  };
  return [{ kind: "mail", recipient: mail, template, parameters: { ...parametersOf(notifiable, null), by } }];
};

/** A host who takes over a visitor is notified as if the visitor had just arrived. */
const handover = (notifiable: NotifiableVisit): Notice[] =>
  ofArrival(notifiable).map(({ parameters, ...notice }) => ({
    ...notice,
    parameters: { ...parameters, handedOver: true },
  }));

/** The events that notify hosts, and how. */
const NOTICES: Readonly<Record<string, (notifiable: NotifiableVisit) => Notice[]>> = {
  visitor_signed_in: arrival,
  visitor_signed_out: departure,
  visitor_screening_approved: (notifiable) => decision(notifiable, "visitor_approved"),
  visitor_screening_rejected: (notifiable) => decision(notifiable, "visitor_rejected"),
};

/** Whether an entry of the log is ever notified. */
export const isNotifiable = ({ event, action }: { event: string | null; action: string }): boolean =>
  action === HANDED_OVER || action === RELEASED || (event !== null && Object.hasOwn(NOTICES, event));

/** Whether an entry is a sign-in at a kiosk. */
export const isKioskArrival = ({ event, actor_kind }: Pick<NotifiableVisit, "event" | "actor_kind">): boolean =>
  event === "visitor_signed_in" && actor_kind === "device";

/** Whether the message of this entry waits for who may have come along: about a person, but no question. */
export const waitsForCompanions = (notifiable: NotifiableVisit): boolean =>
  isKioskArrival(notifiable) && notifiable.approval === null && !notifiable.is_delivery;

/** Visitors who came together are one message to each address of their host: that of the first, with the others' IDs. */
const together = (all: readonly AddressedNotice[]): AddressedNotice[] => {
  const byGroup = Map.groupBy(all, (one) => {
    const { kind, recipient, template, parameters } = one.notice;
    const { group_id } = one.notifiable;
    return group_id === null || template !== "visitor_arrived"
      ? one
      : [group_id, kind, recipient, parameters.host, parameters.handedOver].join("\n");
  });
  return [...byGroup.values()].flatMap(([first, ...others]) => {
    const ids = new Set(others.map(({ notifiable }) => notifiable._id));
    if (first !== undefined) ids.delete(first.notifiable._id);
    if (first === undefined || ids.size === 0) return first ?? [];
    const { parameters, ...notice } = first.notice;
    return { ...first, notice: { ...notice, parameters: { ...parameters, companions: [...ids] } } };
  });
};

const queued = (notifiable: NotifiableVisit, location: string, notices: readonly Notice[]): QueuedMessage[] => {
  const language = chooseLanguage(notifiable.default_language);
  const now = Date.parse(notifiable.at);
  // All of that time, so that they keep their order.
  const isHeld = notifiable.held_since !== null && now < Date.parse(notifiable.held_since) + HOLD_MS;
  return notices.map(({ parameters, ...notice }) => {
    const own = customTextsOf(notifiable, notice.template, parameters, language);
    return {
      ...notice,
      parameters: own === undefined ? parameters : { ...parameters, own },
      location,
      subjectId: notifiable._id,
      language,
      ...(isHeld && { delayMs: HOLD_MS }),
      now,
    };
  });
};

/** The messages that ask a host again about a pending visit; none if there is no address. */
export const approvalRequestsOf = (notifiable: NotifiableVisit, location: string): QueuedMessage[] =>
  queued(notifiable, location, ofArrival(notifiable));

const noticesAbout = (notifiable: NotifiableVisit): AddressedNotice[] => {
  const write =
    notifiable.action === HANDED_OVER
      ? handover
      : notifiable.action === RELEASED
        ? ofArrival
        : NOTICES[notifiable.event ?? ""];
  return (write?.(notifiable) ?? []).map((notice) => ({ notifiable, notice }));
};

/**
 * The messages about events of visits, in the language of their location (interface 3, rules 4 "Visit type"). Their
 * age is that of the event: they are sent in its order, and given up a day after it. Companions share a message.
 */
export const noticesOf = (events: readonly NotifiableVisit[], location: string): QueuedMessage[] =>
  together(events.toSorted((a, b) => a.seq - b.seq).flatMap(noticesAbout)).flatMap(({ notifiable, notice }) =>
    queued(notifiable, location, [notice]),
  );
