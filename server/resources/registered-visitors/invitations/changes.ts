import type { RequestContext } from "../../../platform/http/request-context.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import {
  dropWaitingInvitations,
  earlierInvitations,
  type EarlierInvitation,
  lastTold,
} from "../../messages/invitations/invitation-history.ts";
import {
  type InvitationChange,
  type InvitationParameters,
  type QueuedMessage,
  queueMessages,
} from "../../messages/queue.ts";
import { whileFollowed } from "../series-invitations/follow.ts";
import { isExpected } from "./expectation.ts";
import {
  draftInvitations,
  type InvitationDraft,
  invitationMessage,
  isReachable,
  type ReachableInvitee,
} from "./message.ts";
import * as store from "./store.ts";

/** Changes within this time are one email: people often correct what they have just saved. */
export const DELAY_MS = 60_000;

const KEYS: Record<Exclude<InvitationChange, "time" | "undated">, readonly (keyof InvitationParameters)[]> = {
  place: ["locationName", "address", "entrypointId"],
  host: ["host"],
  name: ["firstName", "lastName"],
};

const timeChange = (was: InvitationParameters, is: InvitationParameters): InvitationChange[] => {
  if (was.from === is.from && was.to === is.to) return [];
  return [was.from !== null && is.from === null ? "undated" : "time"];
};

/** What has changed for the visitor. Keys that an earlier version did not store are ignored. */
const changesOf = (was: InvitationParameters, is: InvitationParameters): InvitationChange[] => [
  ...timeChange(was, is),
  ...(["place", "host", "name"] as const).filter((change) =>
    KEYS[change].some((key) => was[key] !== undefined && was[key] !== is[key]),
  ),
];

/** The email that brings a visitor up to date; none if they know everything, or were never sent one. */
const messageFor = (
  draft: InvitationDraft,
  earlier: readonly EarlierInvitation[],
  isInvitationDropped: boolean,
  now: number,
): QueuedMessage[] => {
  // Where a message has gone out before, the invitation was one to a new address: it waits for more changes.
  if (isInvitationDropped)
    return [{ ...invitationMessage(draft, now), ...(earlier.length > 0 ? { delayMs: DELAY_MS } : {}) }];
  const known = lastTold(earlier)?.parameters;
  const changes = known === undefined ? [] : changesOf(known, draft.parameters);
  if (changes.length === 0) return [];
  const parameters = { ...draft.parameters, changes };
  return [{ ...draft, template: "registered_visitor_change", parameters, delayMs: DELAY_MS, now }];
};

const queueChanges = async (
  ctx: RequestContext,
  location: string,
  from: store.InvitingPlace,
  invitees: readonly ReachableInvitee[],
): Promise<void> => {
  const { db, now } = ctx;
  const ids = invitees.map(({ _id }) => _id);
  const dropped = await dropWaitingInvitations(db, location, ids, "registered_visitor_invitation");
  const earlier = await earlierInvitations(db, location, ids);
  const drafts = await draftInvitations(ctx, location, from, { invitees, earlier });
  const messages = drafts.flatMap((draft) =>
    messageFor(draft, earlier.get(draft.subjectId) ?? [], dropped.has(draft.subjectId), now),
  );
  await queueMessages(db, messages);
};

const emailThose = async (
  ctx: RequestContext,
  location: string,
  from: store.InvitingPlace,
  ids: readonly string[],
): Promise<void> => {
  const invitees = await store.lockInvitees(ctx.db, location, ids);
  await dropWaitingInvitations(ctx.db, location, ids, "registered_visitor_change");
  const expected = invitees.filter(isReachable).filter((one) => isExpected(one, from.timezone, ctx.now));
  if (expected.length > 0) await queueChanges(ctx, location, from, expected);
};

/**
 * Emails an invited visitor who has not arrived yet what has changed since their last email, in the caller's
 * transaction. Emails that were not sent yet are replaced; an invitation remains an invitation.
 */
export const emailChange = async (ctx: RequestContext, location: string, id: string): Promise<void> => {
  const from = await store.findInvitingLocation(ctx.db, location, iso(ctx.now));
  if (from !== undefined) await emailThose(ctx, location, from, [id]);
};

/**
 * Emails all invited visitors who have not arrived yet where they are expected from now on. @param from the changed
 * location
 */
export const emailMove = async (ctx: RequestContext, location: string, from: store.InvitingPlace): Promise<void> => {
  const ids = await store.listInvited(ctx.db, location, iso(ctx.now));
  await whileFollowed(ctx, { location, ids }, () => emailThose(ctx, location, from, ids));
};
