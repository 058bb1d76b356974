import type { RequestContext } from "../../../platform/http/request-context.ts";
import { iso } from "../../../platform/lib/time.ts";
import {
  dropWaitingInvitations,
  earlierInvitations,
  type EarlierInvitation,
  nextSequence,
  wasSent,
} from "../../messages/invitation-history.ts";
import {
  type InvitationChange,
  type InvitationParameters,
  type QueuedMessage,
  queueMessages,
} from "../../messages/queue.ts";
import { isOver } from "./expectation.ts";
import { draftInvitations, type InvitationDraft, invitationMessage, isReachable } from "./message.ts";
import * as store from "./store.ts";

/** Changes within this time are one email: people often correct what they have just saved. */
const DELAY_MS = 60_000;

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

const INVITED: ReadonlySet<string> = new Set(["invited", "preregistered"]);

/** Whether the visitor was invited, has not arrived yet, and has an address. */
const isExpected = (invitee: store.Invitee, timezone: string, now: number): boolean =>
  INVITED.has(invitee.status) &&
  !invitee.has_begun &&
  !isOver({ from: invitee.visiting_from, to: invitee.visiting_to, timezone }, now);

/** The email that brings a visitor up to date; none if they know everything, or were never sent one. */
const messageFor = (
  draft: InvitationDraft,
  earlier: readonly EarlierInvitation[],
  isInvitationDropped: boolean,
  now: number,
): QueuedMessage[] => {
  if (isInvitationDropped) return [invitationMessage(draft, earlier, now)];
  const known = earlier.find(wasSent)?.parameters;
  const changes = known === undefined ? [] : changesOf(known, draft.parameters);
  if (changes.length === 0) return [];
  const parameters = { ...draft.parameters, changes, sequence: nextSequence(earlier) };
  return [{ ...draft, template: "registered_visitor_change", parameters, delayMs: DELAY_MS, now }];
};

const queueChanges = async (
  { db, now }: RequestContext,
  location: string,
  drafts: readonly InvitationDraft[],
): Promise<void> => {
  const ids = drafts.map(({ subjectId }) => subjectId);
  const dropped = await dropWaitingInvitations(db, location, ids, "registered_visitor_invitation");
  const earlier = await earlierInvitations(db, location, ids);
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
  if (expected.length > 0) await queueChanges(ctx, location, await draftInvitations(ctx.db, location, from, expected));
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
export const emailMove = async (ctx: RequestContext, location: string, from: store.InvitingPlace): Promise<void> =>
  emailThose(ctx, location, from, await store.listInvited(ctx.db, location, iso(ctx.now)));
