import { randomUUID } from "node:crypto";

import { isEmailAddress } from "../../../../shared/email.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { newId } from "../../../platform/lib/record/ids.ts";
import { chooseLanguage } from "../../../platform/lib/text/language.ts";
import { findHostMails } from "../../hosts/mails.ts";
import { type QueuedMessage, queueMessages } from "../../messages/queue.ts";
import { type InvitingLocation, readInviting, takeInvitations } from "../invitations/capacity.ts";
import { addressOf } from "../invitations/message.ts";
import { markInvited } from "../invitations/store.ts";
import { hasEnded, startsOf } from "../../../platform/lib/time/recurrence.ts";
import { slotAt } from "../../../platform/lib/time/slots.ts";
import { compareEntries, entryOf, isOpen, type Plan } from "./entry.ts";
import { type Draft, messageOf, type Saying } from "./messages.ts";
import * as store from "./store.ts";

export { lockInvitations } from "./store.ts";

/** How a change is told. */
export type Following = {
  /** What had been told, read before the change. */
  before: readonly store.InvitationRow[];
  /** Only single occurrences have changed. */
  keeps: boolean;
  /** Invitations that are sent again, whatever has changed. */
  again?: ReadonlySet<string>;
};

/** What comes of a visitor's invitation: emails, and what is stored; undefined where it ends. */
type Outcome = { messages: QueuedMessage[]; ended: string | undefined; row: store.InvitationRow | undefined };

const planOf = async (
  ctx: RequestContext,
  of: { location: string; series: string },
  { rule, starts, timezone, minutes }: store.InvitedSeries,
  from: InvitingLocation,
): Promise<Plan> => {
  const timing = { rule, starts, timezone, minutes };
  const made = await store.listOccurrences(ctx.db, of.location, of.series);
  const last = made.at(-1)?.recurrence_id;
  const slots = last === undefined || hasEnded(timing) ? [] : startsOf(timing, Date.parse(last));
  return {
    timing,
    slots: slots.map((start) => slotAt(start, start, timing)),
    cancelled: new Set(made.filter((one) => one.cancelled).map(({ recurrence_id }) => recurrence_id)),
    place: { locationName: from.name, address: addressOf(from) },
    now: ctx.now,
  };
};

/** The address that invitations go to: the one of before where it still is one of theirs. */
const addressFor = (open: readonly store.VisitorRow[], before: string | undefined): string | undefined => {
  const found = open.flatMap(({ email }) => (email !== null && isEmailAddress(email) ? [email] : []));
  return before !== undefined && found.includes(before) ? before : found[0];
};

/** Whether a calendar holds anything of it that is still to come. */
const isAhead = ({ span, moved, timing }: store.Entry, now: number): boolean => {
  if (timing.rule === null) return Date.parse(span?.to ?? span?.from ?? "") > now;
  const year = 366 * 24 * 60 * 60_000;
  return (
    Object.values(moved).some(({ from, to }) => Date.parse(to ?? from) > now) ||
    startsOf(timing, now + year).some((start) => Date.parse(slotAt(start, start, timing).ends) > now)
  );
};

/** Takes an invitation back from the address that it went to. */
const end = (draft: Omit<Draft, "entry">): QueuedMessage[] => {
  const { told, sequence } = draft.invitation;
  if (!isAhead(told, draft.now)) return [];
  return [messageOf({ ...draft, entry: told }, { cancels: true, occurrence: null, was: told }, sequence + 1)];
};

const sayingsOf = (entry: store.Entry, told: store.Entry, plan: Plan, isAgain: boolean): Saying[] => {
  if (isAgain) return [{ cancels: false, occurrence: null, was: undefined }];
  const { all, cancelled, changed } = compareEntries(told, entry, plan);
  if (all) return [{ cancels: false, occurrence: null, was: told }];
  return [
    ...cancelled.map((occurrence) => ({ cancels: true, occurrence, was: told })),
    ...changed.map((occurrence) => ({ cancels: false, occurrence, was: told })),
  ];
};

/** The next emails of an invitation that goes on. */
const goOn = (draft: Draft, plan: Plan, isAgain: boolean): Outcome => {
  const { invitation, entry } = draft;
  const sayings = sayingsOf(entry, invitation.told, plan, isAgain);
  const messages = sayings.map((saying, n) => messageOf(draft, saying, invitation.sequence + 1 + n));
  const row = { ...invitation, sequence: invitation.sequence + sayings.length, told: entry };
  return { messages, ended: undefined, row };
};

/** The first email to an address. @param before the invitation to another address */
const begin = (draft: Draft): Outcome => ({
  messages: [messageOf(draft, { cancels: false, occurrence: null, was: undefined }, draft.invitation.sequence)],
  ended: undefined,
  row: draft.invitation,
});

/** A visitor of a series whose invitation is followed up. */
type Guest = { member: string; rows: readonly store.VisitorRow[]; told: store.InvitationRow | undefined };

type Setting = {
  ctx: RequestContext;
  location: string;
  series: string;
  from: InvitingLocation;
  plan: Plan | undefined;
  hostMails: ReadonlyMap<string, string | null>;
  following: Following;
};

const followGuest = (setting: Setting, { member, rows, told }: Guest): Outcome => {
  const { ctx, location, from, plan, following, series } = setting;
  const { now } = ctx;
  const dated = rows.filter(({ visiting_from }) => visiting_from !== null);
  const open = dated.filter((row) => isOpen(row, now));
  const entry = plan && entryOf({ rows: dated, told: told?.told }, plan, following.keeps);
  const address = addressFor(open, told?.address) ?? (open.length === 0 ? told?.address : undefined);
  const base = { location, timezone: from.timezone, open, slots: plan?.slots ?? [], hostMails: setting.hostMails, now };
  const nothing = { messages: [], ended: undefined, row: undefined };
  if (plan === undefined || entry === undefined || address === undefined)
    return told === undefined ? nothing : { ...nothing, messages: end({ ...base, invitation: told }), ended: told._id };
  const language = chooseLanguage(open[0]?.language_id ?? told?.language, from.default_language);
  if (told === undefined) {
    const id = { _id: newId(location, now), uid: randomUUID() };
    const invitation = { series_id: series, member, ...id, sequence: 0, address, language, round: 0, told: entry };
    return begin({ ...base, invitation, entry });
  }
  const isAgain = following.again?.has(told._id) === true;
  if (address === told.address) return goOn({ ...base, invitation: { ...told, language }, entry }, plan, isAgain);
  const withdrawn = end({ ...base, invitation: told });
  const sequence = told.sequence + withdrawn.length + 1;
  const next = begin({
    ...base,
    entry,
    invitation: { ...told, address, language, round: told.round + 1, sequence, told: entry },
  });
  return { ...next, messages: [...withdrawn, ...next.messages] };
};

const guestsOf = (
  row: store.InvitedSeries | undefined,
  visitors: readonly store.VisitorRow[],
  told: readonly store.InvitationRow[],
) => {
  const rows = Map.groupBy(visitors, ({ member }) => member);
  const invitations = new Map(told.map((one) => [one.member, one]));
  const members = row?.invite === true ? new Set(rows.keys()).union(invitations) : new Set(invitations.keys());
  return [...members].map((member) => ({ member, rows: rows.get(member) ?? [], told: invitations.get(member) }));
};

/** Stores what was said, and notes who was invited. */
const record = async (
  { ctx, location }: Setting,
  guests: readonly Guest[],
  outcomes: readonly Outcome[],
): Promise<void> => {
  const rows = outcomes.flatMap(({ row }) => row ?? []);
  await store.writeInvitations(ctx.db, location, rows);
  await store.deleteInvitations(
    ctx.db,
    location,
    outcomes.flatMap(({ ended }) => ended ?? []),
  );
  const invited = new Set(rows.map(({ member }) => member));
  const fresh = guests.flatMap(({ member, rows: own }) =>
    invited.has(member) ? own.filter((row) => row.status === "created" && isOpen(row, ctx.now)) : [],
  );
  if (fresh.length > 0)
    await markInvited(
      ctx,
      location,
      fresh.map(({ _id }) => _id),
      iso(ctx.now),
    );
  await queueMessages(
    ctx.db,
    outcomes.flatMap(({ messages }) => messages),
  );
};

const followOne = async (
  ctx: RequestContext,
  location: string,
  series: string,
  { from, following }: { from: InvitingLocation; following: Following },
): Promise<void> => {
  const row = await store.findSeries(ctx.db, location, series);
  const before = following.before.filter(({ series_id }) => series_id === series);
  if (row?.invite !== true && before.length === 0) return;
  const visitors = await store.listVisitors(ctx.db, location, series);
  const plan = row && (await planOf(ctx, { location, series }, row, from));
  const hosts = [...new Set(visitors.flatMap(({ recipient }) => recipient ?? []))];
  const hostMails = await findHostMails(ctx.db, location, hosts);
  const setting: Setting = { ctx, location, series, from, plan, hostMails, following };
  const guests = guestsOf(row, visitors, before);
  const outcomes = guests.map((guest) => followGuest(setting, guest));
  const fresh = outcomes.filter((outcome, n) => outcome.row !== undefined && guests[n]?.told === undefined);
  // A series that was split off goes on inviting whom the first one had invited.
  const known = new Set(following.before.map(({ member }) => member));
  const first = fresh.filter((outcome) => !known.has(outcome.row?.member ?? ""));
  if (first.length > 0) await takeInvitations(ctx, location, first.length);
  await record(setting, guests, outcomes);
};

/**
 * Emails each invited visitor of these series what has changed in their calendar, in the transaction of the change: of
 * all, one REQUEST; of an occurrence, a REQUEST or CANCEL of it alone; CANCEL where nothing is left. Errors: `400` above
 * the location's limit on invitations.
 */
export const followSeries = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  following: Following,
): Promise<void> => {
  const from = await readInviting(ctx, location);
  if (from === undefined) return;
  for (const id of new Set(ids)) await followOne(ctx, location, id, { from, following });
};

/**
 * Changes single records of registered visitors, and emails what has changed to the visitors who were invited with a series.
 * @param again sends their invitations again
 */
export const whileFollowed = async <T>(
  ctx: RequestContext,
  { location, ids, again = false }: { location: string; ids: readonly string[]; again?: boolean },
  work: () => Promise<T>,
): Promise<T> => {
  const followed = await store.listFollowed(ctx.db, location, ids);
  const series = [...new Set(followed.map(({ series_id }) => series_id))];
  const before = series.length === 0 ? [] : await store.lockInvitations(ctx.db, location, series);
  const done = await work();
  const isOne = ({ series_id, member }: store.InvitationRow): boolean =>
    followed.some((one) => one.series_id === series_id && one.member === member);
  const sent = new Set(again ? before.filter(isOne).map(({ _id }) => _id) : []);
  if (series.length > 0) await followSeries(ctx, location, series, { before, keeps: true, again: sent });
  return done;
};

/** Which of these registered visitors were invited with their series. */
export const findFollowed = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => new Set((await store.listFollowed(ctx.db, location, ids)).map(({ _id }) => _id));
