import type { Db } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/schemas.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { forbidden } from "../../../platform/lib/errors.ts";
import { iso } from "../../../platform/lib/time.ts";
import { chooseLanguage } from "../../../platform/lib/language.ts";
import { findHostMails } from "../../hosts/mails.ts";
import { type QueuedMessage, queueMessages } from "../../messages/queue.ts";
import type { InvitationCounts } from "./contract.ts";
import * as store from "./store.ts";

type Counts = Static<typeof InvitationCounts>;

/** The cap is for a rolling day (rules 5). */
const CAP_MS = 24 * 60 * 60_000;

const addressOf = ({
  address,
  zip_code,
  city,
}: Pick<store.InvitingLocation, "address" | "zip_code" | "city">): string | null =>
  [address, [zip_code, city].filter((part) => part !== null).join(" ")]
    .filter((part) => part !== null && part !== "")
    .join(", ") || null;

const messageTo = (
  invitee: store.Invitee & { email: string },
  location: string,
  from: store.InvitingLocation,
  hostMail: string | null,
  now: number,
): QueuedMessage => ({
  location,
  kind: "mail",
  recipient: invitee.email,
  template: "registered_visitor_invitation",
  parameters: {
    registeredVisitorId: invitee._id,
    firstName: invitee.first_name,
    lastName: invitee.last_name,
    host: invitee.recipient,
    hostMail,
    locationName: from.name,
    address: addressOf(from),
    timezone: from.timezone,
    from: invitee.visiting_from,
    to: invitee.visiting_to,
  },
  subjectId: invitee._id,
  language: chooseLanguage(invitee.language_id, from.default_language),
  now,
});

const hasAddress = (invitee: store.Invitee | undefined): invitee is store.Invitee & { email: string } =>
  typeof invitee?.email === "string" && isEmailAddress(invitee.email);

const queue = async (
  ctx: RequestContext,
  location: string,
  from: store.InvitingLocation,
  chosen: readonly (store.Invitee & { email: string })[],
): Promise<void> => {
  if (chosen.length === 0) return;
  const { db, now } = ctx;
  const ids = chosen.map(({ _id }) => _id);
  const hosts = chosen.flatMap(({ recipient }) => recipient ?? []);
  const mails = await findHostMails(db, location, hosts);
  await queueMessages(
    db,
    chosen.map((invitee) => messageTo(invitee, location, from, mails.get(invitee.recipient ?? "") ?? null, now)),
  );
  await store.countInvitations(db, location, iso(now), chosen.length);
  await store.markInvited(ctx, location, ids, iso(now));
};

/**
 * Queues an invitation for each registered visitor, in the order of the ids, as far as the location's cap reaches (interface
 * 4.6, rules 5). One call a location at a time, so that the cap is exact.
 * @param ids in lower case; one that stands twice counts once
 */
export const send = (ctx: RequestContext, location: string, ids: readonly string[]): Promise<Counts> =>
  inTransaction(ctx, async (inner) => {
    const distinctIds = [...new Set(ids)];
    await store.lockInvitations(inner.db, location);
    const from = await store.findInvitingLocation(inner.db, location, iso(ctx.now - CAP_MS));
    if (from === undefined) throw forbidden("the location was removed a moment ago");
    const known = new Map((await store.lockInvitees(inner.db, location, distinctIds)).map((row) => [row._id, row]));
    const reachable = distinctIds.map((id) => known.get(id)).filter(hasAddress);
    const chosen = reachable.slice(0, Math.max(0, from.cap - from.used));
    await queue(inner, location, from, chosen);
    return {
      requested: distinctIds.length,
      queued: chosen.length,
      skippedNoEmail: distinctIds.length - reachable.length,
      skippedRateLimited: reachable.length - chosen.length,
    };
  });

/** Forgets what was queued before any cap's day. */
export const deleteOldInvitationCounts = (db: Db, now: number): Promise<void> =>
  store.deleteInvitationCounts(db, iso(now - CAP_MS));
