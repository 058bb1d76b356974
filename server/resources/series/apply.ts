import type { Slot } from "../../platform/lib/time/slots.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import {
  type Exchange,
  exchange,
  type Keys,
  type Member,
  newMembers,
  withKeys,
} from "../registered-visitors/persons.ts";
import { removeOutside } from "../registered-visitors/removal.ts";
import { lockSeriesVisitors, type SeriesVisitorRow } from "../registered-visitors/many.ts";
import type { Difference } from "./occurrences.ts";
import { newOccurrences } from "./series.ts";
import * as store from "./store.ts";
import { changeVisitor, membersOf, registerMembers } from "./visitors.ts";

/** What a change does to the visitors of the occurrences that it is about: keys for all, and who they are from now on. */
export type Edit = { keys: Keys; removed: ReadonlySet<string>; visitors: readonly Keys[] | undefined };

/** Occurrences that were created, changed and cancelled. */
export type Done = { created: number; changed: number; cancelled: number };

/** The visitors of a series and what becomes of them. */
type People = { members: Member[]; added: Member[]; exchanged: Exchange; edit: Edit };

/** An occurrence that stays, and where it is put. */
type Change = { occurrence: store.Occurrence; to: Slot | undefined };

type Series = store.SeriesRow;

const UNCHANGED: Exchange = { keys: new Map(), added: [], removed: new Set() };

/** Takes people off the list of who is expected; those who are inside stay. */
const removeVisitors = async (ctx: RequestContext, { company_id }: Series, rows: readonly SeriesVisitorRow[]) => {
  const ids = rows.map(({ _id }) => _id);
  if (ids.length > 0) await removeOutside(ctx, company_id, ids);
};

const cancelOccurrences = async (
  ctx: RequestContext,
  series: Series,
  cancelled: readonly store.Occurrence[],
  rowsOf: (occurrence: store.Occurrence) => SeriesVisitorRow[],
): Promise<void> => {
  if (cancelled.length === 0) return;
  const ids = cancelled.map(({ _id }) => _id);
  await store.cancelOccurrences(ctx.db, series, ids);
  await removeVisitors(ctx, series, cancelled.flatMap(rowsOf));
};

const keysFor = (member: string, { edit, exchanged }: People): Keys => ({
  ...edit.keys,
  ...exchanged.keys.get(member),
});

/** Who the series is for from now on: what new occurrences are registered with. */
const membersAfter = (people: People): Member[] => {
  const { members, added, exchanged, edit } = people;
  const staying = members.filter(({ member }) => !exchanged.removed.has(member));
  const changed = staying.map(({ member, row }) => ({
    member,
    row: withKeys(row, keysFor(member, people), { removed: edit.removed }),
  }));
  return [...changed, ...added];
};

/** Changes the visitors of one occurrence. @returns whether anything has changed */
const changeOccurrence = async (
  ctx: RequestContext,
  series: Series,
  rows: readonly SeriesVisitorRow[],
  { occurrence, to }: Change,
  people: People,
): Promise<boolean> => {
  const { added, exchanged, edit } = people;
  const isLeaving = ({ member }: SeriesVisitorRow): boolean => exchanged.removed.has(member);
  let isChanged = to !== undefined || added.length > 0 || rows.some(isLeaving);
  for (const row of rows.filter((one) => !isLeaving(one))) {
    const change = { keys: keysFor(row.member, people), removed: edit.removed, slot: to };
    isChanged = (await changeVisitor(ctx, series.company_id, row, change)) || isChanged;
  }
  await removeVisitors(ctx, series, rows.filter(isLeaving));
  await registerMembers(ctx, series.company_id, { series: series._id, slots: [to ?? occurrence], members: added });
  return isChanged;
};

const peopleOf = async (
  ctx: RequestContext,
  series: Series,
  rows: readonly SeriesVisitorRow[],
  edit: Edit,
): Promise<People> => {
  const members = membersOf(rows);
  const exchanged = edit.visitors === undefined ? UNCHANGED : exchange(members, edit.visitors);
  const shared = { ...series.shared, ...edit.keys };
  return { members, exchanged, edit, added: await newMembers(ctx, series.company_id, exchanged.added, { shared }) };
};

/**
 * Does what a change means, in the caller's transaction, which has locked the series: visitors of cancelled occurrences
 * are removed, those of moved ones move along, and new ones are registered. Errors: `400`.
 */
export const applyDifference = async (
  ctx: RequestContext,
  series: Series,
  { kept, moved, created, cancelled }: Difference,
  edit: Edit,
): Promise<Done> => {
  const { company_id, _id } = series;
  const rows = await lockSeriesVisitors(ctx, company_id, _id);
  const byOccurrence = Map.groupBy(rows, ({ recurrence_id }) => recurrence_id);
  const rowsOf = ({ recurrence_id }: store.Occurrence): SeriesVisitorRow[] => byOccurrence.get(recurrence_id) ?? [];
  const people = await peopleOf(ctx, series, rows, edit);
  await cancelOccurrences(ctx, series, cancelled, rowsOf);
  if (moved.length > 0) await store.moveOccurrences(ctx.db, series, moved);
  const changes: Change[] = [...moved, ...kept.map((occurrence) => ({ occurrence, to: undefined }))];
  let changed = 0;
  for (const change of changes.filter(({ occurrence }) => !occurrence.cancelled))
    if (await changeOccurrence(ctx, series, rowsOf(change.occurrence), change, people)) changed += 1;
  await store.insertOccurrences(ctx.db, series, newOccurrences(ctx, company_id, created));
  await registerMembers(ctx, company_id, { series: _id, slots: created, members: membersAfter(people) });
  return { created: created.length, changed, cancelled: cancelled.length };
};
