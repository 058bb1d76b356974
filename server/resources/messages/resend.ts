import type { Db } from "../../platform/db/database.ts";
import { findChannel } from "../../platform/channels/channels.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { maskAddress } from "../../platform/lib/text/mask-address.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { findPhoneCountryOf } from "./sms-settings.ts";
import type { OutboxMessage } from "./contract.ts";
import { readMessage } from "./outbox.ts";
import * as store from "./store.ts";

const HINT = seeEndpoint("POST /companies/{company_id}/outbox/{id}/resend");

const recipientOf = async (
  db: Db,
  { company_id, kind, recipient }: store.MessageRow,
  to: string | undefined,
): Promise<string> => {
  if (to === undefined) return recipient;
  const address = findChannel(kind)?.address(to.trim(), await findPhoneCountryOf(db, company_id));
  if (address === undefined) throw badRequest(`"to" must be an address of the same kind.${HINT}`, "wrong_format", "to");
  return address;
};

/**
 * Queues a failed message again, to another address if one is given; its content stays the same, but for the link of a
 * host, which only the host of today is sent. It has another day. It replaces the failed message in the outbox. Errors: `400` if the address is invalid for its channel; `404` if
 * there is no such failed message.
 */
export const resend = (
  ctx: RequestContext,
  location: string,
  id: string,
  { to }: { to?: string },
): Promise<Static<typeof OutboxMessage>> =>
  inTransaction(ctx, async (inner) => {
    const failed = await store.lockFailed(inner.db, location, id);
    if (failed === undefined) throw notFound();
    const key = { company_id: location, _id: newId(location, ctx.now) };
    const recipient = await recipientOf(inner.db, failed, to);
    // Masked: an entry about a message outlives the erasure of its visit.
    const masked = maskAddress(recipient);
    const body = {
      after: { _id: key._id, kind: failed.kind, template: failed.template, to: masked, replay_of: id },
    };
    await store.replaceFailed(
      inner,
      { ...key, id, recipient, at: iso(ctx.now) },
      {
        location,
        action: "message.send",
        subject: "message",
        body,
      },
    );
    return readMessage(inner, location, key._id);
  });
