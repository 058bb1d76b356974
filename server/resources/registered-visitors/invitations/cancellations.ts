import type { RequestContext } from "../../../platform/http/request-context.ts";
import {
  earlierInvitations,
  type EarlierInvitation,
  nextSequence,
  standingInvitations,
} from "../../messages/invitations/invitation-history.ts";
import { type UidFinder, uidFinder } from "../../messages/invitations/invitation-uid.ts";
import type { QueuedMessage } from "../../messages/queue.ts";
import { isOver, isSameAddress } from "./expectation.ts";
import * as store from "./store.ts";

/** A visitor's earlier emails, and the UID of their entry. */
type Sending = { location: string; id: string; earlier: readonly EarlierInvitation[]; uidOf: UidFinder; now: number };

/** An email that takes back what an address was last sent. */
const endingOf = (
  template: "registered_visitor_cancellation" | "registered_visitor_withdrawal",
  last: EarlierInvitation,
  { location, id, earlier, uidOf, now }: Sending,
): QueuedMessage => ({
  location,
  kind: "mail",
  recipient: last.recipient,
  subjectId: id,
  language: last.language ?? undefined,
  template,
  parameters: { ...last.parameters, sequence: nextSequence(earlier), uid: uidOf(id, earlier) },
  now,
});

/**
 * Cancellations of what the visitor was last told, to the addresses it was sent to; none for an undated visit, or one
 * that is over.
 */
const cancellationsOf = (sending: Sending): QueuedMessage[] =>
  standingInvitations(sending.earlier)
    .filter(({ parameters }) => parameters.from !== null && !isOver(parameters, sending.now))
    .map((last) => endingOf("registered_visitor_cancellation", last, sending));

/**
 * The emails that call off the visits of invited visitors who have not arrived yet. Queue them once the visitors are
 * removed, because their messages are deleted with them.
 */
export const draftCancellations = async (
  { db, now, context }: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<QueuedMessage[]> => {
  const invitees = await store.lockInvitees(db, location, ids);
  const expected = invitees.filter(({ has_begun }) => !has_begun).map(({ _id }) => _id);
  const earlier = await earlierInvitations(db, location, expected);
  const uidOf = await uidFinder(db, context.config);
  return expected.flatMap((id) => cancellationsOf({ location, id, earlier: earlier.get(id) ?? [], uidOf, now }));
};

/**
 * The emails that take an invitation back from addresses that are no longer the visitor's; none once the visit is over.
 * @param address the visitor's from now on; null if there is none
 */
export const draftWithdrawals = async (
  { db, now, context }: RequestContext,
  location: string,
  { id, address, earlier }: { id: string; address: string | null; earlier: readonly EarlierInvitation[] },
): Promise<QueuedMessage[]> => {
  const sending = { location, id, earlier, uidOf: await uidFinder(db, context.config), now };
  return standingInvitations(earlier)
    .filter(({ recipient, parameters }) => !isSameAddress(recipient, address) && !isOver(parameters, now))
    .map((last) => endingOf("registered_visitor_withdrawal", last, sending));
};
