import type { RequestContext } from "../../../platform/http/request-context.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { dropWaitingInvitations, earlierInvitations } from "../../messages/invitations/invitation-history.ts";
import { type QueuedMessage, queueMessages } from "../../messages/queue.ts";
import { draftWithdrawals } from "./cancellations.ts";
import { DELAY_MS } from "./changes.ts";
import { isExpected, isSameAddress } from "./expectation.ts";
import { draftInvitations, invitationMessage, isReachable } from "./message.ts";
import * as store from "./store.ts";

/** The values of a registered visitor that an address concerns. */
type AddressRow = {
  email: string | null;
  status: string;
  invited_date: string | null;
  preregistered_date: string | null;
  visiting_from: string | null;
  visiting_to: string | null;
  invitation_round: number;
};

/** How an invited visitor stands after a change of their address, where the call itself says nothing else. */
const standingAfter = <Row extends AddressRow>(row: Row, before: Row, isInvited: boolean, now: number): Row => ({
  ...row,
  status: row.status !== before.status ? row.status : isInvited ? "invited" : "created",
  invited_date: row.invited_date !== before.invited_date ? row.invited_date : isInvited ? iso(now) : null,
  preregistered_date: row.preregistered_date !== before.preregistered_date ? row.preregistered_date : null,
});

/** A registered visitor with a changed address: whether they have come already, and are to be invited at it. */
type AddressChange<Row> = { row: Row; hasBegun: boolean; isInvited: boolean };

/**
 * Applies a change of the address to a locked record: it ends the links and codes sent before (rules 5.5). One who was
 * invited and is still to come is invited anew, and is no longer invited without an address, or above the location's
 * limit.
 * @returns undefined if the address is the same
 */
export const readdress = async <Row extends AddressRow>(
  { db, now }: RequestContext,
  { location, id }: { location: string; id: string },
  row: Row,
  before: Row,
): Promise<AddressChange<Row> | undefined> => {
  if (isSameAddress(row.email, before.email)) return undefined;
  const next = { ...row, invitation_round: before.invitation_round + 1 };
  const from = await store.findInvitingLocation(db, location, iso(now - store.CAP_MS));
  const [invitee] = await store.lockInvitees(db, location, [id]);
  const wasMailed = (await earlierInvitations(db, location, [id])).has(id);
  const hasBegun = invitee?.has_begun === true;
  if (from === undefined || !wasMailed || !isExpected({ ...row, has_begun: hasBegun }, from.timezone, now))
    return { row: next, hasBegun, isInvited: false };
  const isInvited = row.email !== null && isEmailAddress(row.email) && from.used < from.cap;
  return { row: standingAfter(next, before, isInvited, now), hasBegun, isInvited };
};

const freshInvitation = async (ctx: RequestContext, location: string, id: string): Promise<QueuedMessage[]> => {
  const { db, now } = ctx;
  const from = await store.findInvitingLocation(db, location, iso(now - store.CAP_MS));
  const invitees = (await store.lockInvitees(db, location, [id])).filter(isReachable);
  if (from === undefined) return [];
  const earlier = await earlierInvitations(db, location, [id]);
  const drafts = await draftInvitations(ctx, location, from, { invitees, earlier });
  await store.countInvitations(db, location, iso(now), drafts.length);
  return drafts.map((draft) => ({ ...invitationMessage(draft, now), delayMs: DELAY_MS }));
};

/**
 * Emails a changed address, in the caller's transaction and once the record is written: the one that was invited before
 * gets a cancellation, the new one the invitation. Emails that were not sent yet are replaced.
 */
export const emailNewAddress = async (
  ctx: RequestContext,
  { location, id }: { location: string; id: string },
  { row: { email: address }, hasBegun, isInvited }: AddressChange<AddressRow>,
): Promise<void> => {
  for (const kind of ["invitation", "change", "withdrawal"] as const)
    await dropWaitingInvitations(ctx.db, location, [id], `registered_visitor_${kind}`);
  if (hasBegun) return;
  const earlier = (await earlierInvitations(ctx.db, location, [id])).get(id) ?? [];
  const withdrawals = await draftWithdrawals(ctx, location, { id, address, earlier });
  const fresh = isInvited ? await freshInvitation(ctx, location, id) : [];
  await queueMessages(ctx.db, [...withdrawals.map((one) => ({ ...one, delayMs: DELAY_MS })), ...fresh]);
};
