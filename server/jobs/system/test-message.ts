import { sql } from "kysely";

import { type OutgoingMessage, SEND_MS_MAX } from "../../platform/channels/channel.ts";
import { findChannel, type MessageKind, missingFor } from "../../platform/channels/channels.ts";
import { SendFailure } from "../../platform/channels/send-failure.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import { build } from "../../platform/db/database.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { testLetter } from "../../resources/messages/mail/account-mail.ts";
import { letterHtml, letterText } from "../../resources/messages/mail/letter.ts";
import type { sendTestMessage } from "./contract.ts";

type Outcome = Static<typeof sendTestMessage.response>;

const HINT = seeEndpoint("POST /system/testmessage");

/** The text; for a short message only its subject, which is a sentence. */
const messageOf = (form: "letter" | "short", to: string): OutgoingMessage => {
  const { subject, letter } = testLetter("en");
  const id = newId();
  return form === "short"
    ? { id, to, text: subject }
    : { id, to, subject, text: letterText(letter), html: letterHtml(letter), fromName: letter.from };
};

/**
 * Sends a test message immediately, without the outbox. A refusal by the other side is the result, not an error.
 * Errors: `400` for an address that is invalid for the channel.
 */
export const sendTest = async (
  { context }: RequestContext,
  { kind, to }: { kind: MessageKind; to: string },
): Promise<Outcome> => {
  const channel = findChannel(kind);
  const address = channel?.address(to.trim());
  if (channel === undefined || address === undefined)
    throw badRequest(
      `"to" must be an address that a message of this kind can be sent to.${HINT}`,
      "wrong_format",
      "to",
    );
  const settings = context.config.channels[kind];
  if (settings === undefined) return { accepted: false, error: missingFor(channel) };
  // The response is stored with its Idempotency-Key, and an address is personal data.
  const withoutAddress = (text: string): string => text.replaceAll(address, "…");
  const sender = await channel.open(settings, { publicUrl: context.config.publicUrl, timeoutMs: SEND_MS_MAX });
  try {
    return { accepted: true, answer: withoutAddress(oneLine(await sender.send(messageOf(channel.form, address)))) };
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error;
    return { accepted: false, error: withoutAddress(error.message) };
  } finally {
    sender.close?.();
  }
};

/**
 * Records the test in the audit log: the user, the channel, and whether the message was accepted; not the address,
 * which is personal data.
 */
export const recordTest = async (ctx: RequestContext, kind: MessageKind, outcome: Outcome): Promise<Outcome> => {
  const body = { after: { kind, accepted: outcome.accepted } };
  const entry = { location: SERVICE_LOCATION, action: "message.test", subject: "message", body };
  await runLoggedQuery(ctx, build.selectNoFrom(sql<string>`${newId()}::text`.as("_id")), entry);
  return outcome;
};
