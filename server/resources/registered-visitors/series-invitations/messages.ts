import type { Db } from "../../../platform/db/database.ts";
import { pickText } from "../../../platform/lib/text/texts.ts";
import type { InvitationChange, InvitationParameters, QueuedMessage } from "../../messages/queue.ts";
import type { Slot } from "../../../platform/lib/time/slots.ts";
import { type Entry, type Facts, findEntry, type InvitationRow, type VisitorRow } from "./store.ts";

/** A visit as an email tells it. */
type Visit = Facts & { from: string | null; to: string | null };

/** What an email says: of the whole series, or of one occurrence. */
export type Saying = { cancels: boolean; occurrence: string | null; was: Entry | undefined };

/** Everything that the emails to a visitor of a series are written from. */
export type Draft = {
  location: string;
  /** The location's zone, in which the text names hours. */
  timezone: string;
  invitation: InvitationRow;
  entry: Entry;
  /** The visitor's records that are still to come. */
  open: readonly VisitorRow[];
  slots: readonly Slot[];
  hostMails: ReadonlyMap<string, string | null>;
  now: number;
};

/** How many of the days that follow an email names. */
const NEXT_MAX = 5;

const occurrenceOf = ({ facts, moved }: Entry, slots: readonly Slot[], id: string): Visit => {
  const slot = slots.find(({ recurrence_id }) => recurrence_id === id);
  return moved[id] ?? { ...facts, from: slot?.starts ?? id, to: slot?.ends ?? null };
};

/** The whole series, by the visit that comes next. */
const nextOf = ({ facts, span }: Entry, { open, slots, now }: Draft): Visit => {
  const [next] = open;
  const slot = slots.find(({ ends }) => Date.parse(ends) > now) ?? slots.at(-1);
  return {
    ...facts,
    from: next?.visiting_from ?? span?.from ?? slot?.starts ?? null,
    to: next?.visiting_to ?? span?.to ?? slot?.ends ?? null,
  };
};

const entranceOf = ({ open, invitation: { language } }: Draft, id: string | null): string | null => {
  const texts = open.find(({ entrypoint_id }) => entrypoint_id === id)?.entrance;
  return id === null ? null : (pickText(texts ?? {}, { preferred: language, fallback: language }) ?? null);
};

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

const changesOf = (draft: Draft, was: Entry, occurrence: string | null): InvitationChange[] => {
  const { entry, slots } = draft;
  const [before, after] = [was, entry].map((one) =>
    occurrence === null ? one.facts : occurrenceOf(one, slots, occurrence),
  );
  const timeOf = (one: Entry): unknown =>
    occurrence === null
      ? [one.timing, one.span, one.cancelled]
      : [one.cancelled.includes(occurrence), occurrenceOf(one, slots, occurrence)].map((part) =>
          typeof part === "boolean" ? part : [part.from, part.to],
        );
  const found: [InvitationChange, boolean][] = [
    ["time", differs(timeOf(was), timeOf(entry))],
    ["place", differs([was.place, before?.entrypointId], [entry.place, after?.entrypointId])],
    ["host", differs(before?.host, after?.host)],
    ["name", differs([before?.firstName, before?.lastName], [after?.firstName, after?.lastName])],
  ];
  const changes = found.flatMap(([change, isSo]) => (isSo ? [change] : []));
  return changes.length > 0 ? changes : ["time"];
};

const parametersOf = (draft: Draft, { cancels, occurrence }: Saying, sequence: number): InvitationParameters => {
  const { entry, open, slots, invitation, timezone, hostMails } = draft;
  const { rule, ...timing } = entry.timing;
  const visit = occurrence === null ? nextOf(entry, draft) : occurrenceOf(entry, slots, occurrence);
  const isWhole = occurrence === null && !cancels && rule !== null;
  const later = open.slice(1, NEXT_MAX + 1).flatMap(({ visiting_from }) => visiting_from ?? []);
  const { firstName, lastName, host, entrypointId, from, to } = visit;
  return {
    registeredVisitorId: open[0]?._id ?? invitation._id,
    firstName,
    lastName,
    host,
    entrypointId,
    from,
    to,
    hostMail: hostMails.get(host ?? "") ?? null,
    ...entry.place,
    timezone,
    entrance: entranceOf(draft, entrypointId),
    sequence,
    uid: invitation.uid,
    round: invitation.round,
    series: {
      invitationId: invitation._id,
      timing: rule === null ? null : { ...timing, rule },
      occurrence,
      cancelled: isWhole ? entry.cancelled : [],
      moved: isWhole
        ? Object.entries(entry.moved).map(([id, { entrypointId: entrance, ...one }]) => ({
            occurrence: id,
            ...one,
            entrance: entranceOf(draft, entrance),
          }))
        : [],
      next: isWhole ? later : [],
    },
  };
};

/** An email to a visitor of a series. */
export const messageOf = (draft: Draft, saying: Saying, sequence: number): QueuedMessage => {
  const { location, invitation, now } = draft;
  const parameters = parametersOf(draft, saying, sequence);
  const to = {
    location,
    kind: "mail" as const,
    recipient: invitation.address,
    subjectId: invitation._id,
    language: invitation.language,
    now,
  };
  if (saying.cancels) return { ...to, template: "registered_visitor_cancellation", parameters };
  if (saying.was === undefined) return { ...to, template: "registered_visitor_invitation", parameters };
  const changes = changesOf(draft, saying.was, saying.occurrence);
  return { ...to, template: "registered_visitor_change", parameters: { ...parameters, changes } };
};

/** What makes the file of an occurrence a part of the entry that its visitor was emailed; nothing without a series. */
export const findOccurrenceParameters = async (
  db: Db,
  location: string,
  id: string,
): Promise<Pick<InvitationParameters, "uid" | "sequence" | "round" | "series"> | undefined> => {
  const found = await findEntry(db, location, id);
  if (found === undefined) return undefined;
  const { _id: invitationId, uid, sequence, round, recurrence_id } = found;
  const { rule, ...timing } = found.timing;
  const repeats = rule === null ? null : { ...timing, rule };
  const series = { invitationId, timing: repeats, occurrence: recurrence_id, cancelled: [], moved: [], next: [] };
  return { uid, sequence, round, series };
};
