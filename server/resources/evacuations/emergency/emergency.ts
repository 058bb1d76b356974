import type { LocationClock as Clock } from "../../../platform/auth/location-clock.ts";
import { missingFor } from "../../../platform/channels/channels.ts";
import { email as emailChannel } from "../../../platform/channels/email.ts";
import { sms as smsChannel } from "../../../platform/channels/sms.ts";
import { runLoggedQuery } from "../../../platform/events/log.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { forbidden } from "../../../platform/lib/errors.ts";
import { chooseLanguage } from "../../../platform/lib/text/language.ts";
import { findPhoneCountryOf } from "../../messages/sms-settings.ts";
import { type QueuedMessage, queueMessages } from "../../messages/queue.ts";
import { smsNumber } from "../../../../shared/sms-number.ts";
import { insideWindowOn } from "../../visits/lists.ts";
import type { sendEmergency } from "./contract.ts";
import * as store from "./store.ts";

type EmergencyInput = Static<NonNullable<typeof sendEmergency.body>>;
type Answer = Static<typeof sendEmergency.response>;

/** Written to the queue at once: each carries the text. */
const BATCH = 500;

/** Emergency messages go out by the two channels that the interface counts; visitors have no other address. */
type EmergencyRecipient = { kind: "mail" | "sms"; to: string; language: string | null; visit?: string };

/** One message per address, to its first recipient; people at the same desk share one. */
const distinctRecipients = (recipients: readonly EmergencyRecipient[]): EmergencyRecipient[] => {
  const first = new Map<string, EmergencyRecipient>();
  for (const one of recipients) {
    const key = `${one.kind} ${one.to.toLowerCase()}`;
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
};

const toInside = (
  { _id, email, phone, language_id }: store.ReachableVisitor,
  country: string | null,
): EmergencyRecipient[] => {
  const number = smsNumber(phone, country);
  return [
    ...(email !== null && isEmailAddress(email) ? [{ kind: "mail" as const, to: email }] : []),
    ...(number === undefined ? [] : [{ kind: "sms" as const, to: number }]),
  ].map((reached) => ({ ...reached, language: language_id, visit: _id }));
};

const toMarshal = ({ email, language_id }: store.Marshal): EmergencyRecipient => ({
  kind: "mail",
  to: email,
  language: language_id,
});

const reach = async ({ db, now }: RequestContext, clock: Clock): Promise<EmergencyRecipient[]> => {
  const inside = await store.listInside(db, clock._id, insideWindowOn(clock, undefined, now));
  const marshals = await store.listMarshals(db, clock._id);
  const country = await findPhoneCountryOf(db, clock._id);
  return distinctRecipients([...inside.flatMap((visitor) => toInside(visitor, country)), ...marshals.map(toMarshal)]);
};

const messageTo = (
  { kind, to, language, visit }: EmergencyRecipient,
  { message, drill }: EmergencyInput,
  place: store.EmergencyLocation & { location: string; now: number },
): QueuedMessage => ({
  location: place.location,
  kind,
  recipient: to,
  template: "emergency",
  parameters: { text: message, drill: drill === true, locationName: place.name, isInside: visit !== undefined },
  subjectId: visit,
  language: chooseLanguage(language, place.default_language),
  urgent: true,
  now: place.now,
});

const answerOf = ({ config }: RequestContext["context"], mails: number, sms: number, numbers: number): Answer => {
  const sentences = [`Queued: ${mails} ${mails === 1 ? "email" : "emails"} and ${sms} SMS.`];
  const warnings: NonNullable<Answer["warnings"]> = [];
  if (mails > 0 && config.channels.mail === undefined) {
    sentences.push(missingFor(emailChannel));
    warnings.push("no_mail_server");
  }
  if (numbers > 0 && config.channels.sms === undefined) {
    sentences.push(missingFor(smsChannel));
    warnings.push("no_sms_gateway");
  }
  return { message: sentences.join(" "), mails, sms, ...(warnings.length > 0 && { warnings }) };
};

/**
 * Sends a message to everyone inside and to the staff (rules 5): to all of them or, on an error, to none. The log
 * records that it was sent, by whom and to how many; only the outbox keeps the text.
 */
export const send = (ctx: RequestContext, clock: Clock, input: EmergencyInput): Promise<Answer> =>
  inTransaction(ctx, async (inner) => {
    const { context, db, now } = inner;
    const found = await store.findEmergencyLocation(db, clock._id);
    if (found === undefined) throw forbidden("the location was removed a moment ago");
    const reached = await reach(inner, clock);
    const recipients = reached.filter(({ kind }) => kind === "mail" || context.config.channels.sms !== undefined);
    const messages = recipients.map((one) => messageTo(one, input, { ...found, location: clock._id, now }));
    for (let from = 0; from < messages.length; from += BATCH)
      await queueMessages(db, messages.slice(from, from + BATCH));
    const mails = recipients.filter(({ kind }) => kind === "mail").length;
    const sms = recipients.length - mails;
    await runLoggedQuery(inner, store.locationRow(clock._id), {
      location: clock._id,
      action: "emergency.send",
      subject: "location",
      body: { after: { drill: input.drill === true, mails, sms } },
    });
    return answerOf(context, mails, sms, reached.length - mails);
  });
