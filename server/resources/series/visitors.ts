import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { registerMany, type SeriesVisitorRow } from "../registered-visitors/many.ts";
import { type Keys, type Member, withKeys } from "../registered-visitors/persons.ts";
import { BLANK, writeRegistered } from "../registered-visitors/registered-visitors.ts";
import type { Slot } from "../../platform/lib/time/slots.ts";

/** The persons of a series, as its last occurrence has them. @param rows in the order of the occurrences */
export const membersOf = (rows: readonly SeriesVisitorRow[]): Member[] => {
  const { status, invited_date, preregistered_date, invitation_round } = BLANK;
  const last = rows.at(-1)?.recurrence_id;
  return rows
    .filter(({ recurrence_id }) => recurrence_id === last)
    .map(({ _id, doc: _doc, ...row }) => ({
      member: row.member,
      row: { ...row, status, invited_date, preregistered_date, invitation_round },
    }));
};

/** Registers each person for each slot. */
export const registerMembers = (
  ctx: RequestContext,
  location: string,
  { series, slots, members }: { series: string; slots: readonly Slot[]; members: readonly Member[] },
): Promise<void> => {
  const rows = slots.flatMap(({ recurrence_id, starts, ends }) =>
    members.map(({ member, row }) => ({
      ...row,
      _id: newId(location, ctx.now),
      visiting_from: starts,
      visiting_to: ends,
      series_id: series,
      recurrence_id,
      member,
    })),
  );
  return registerMany(ctx, location, rows);
};

/** Changes a registered visitor of a series: other keys, another time. @returns whether anything has changed */
export const changeVisitor = (
  ctx: RequestContext,
  location: string,
  { _id, doc: _doc, ...before }: SeriesVisitorRow,
  { keys, removed, slot }: { keys: Keys; removed: ReadonlySet<string>; slot: Slot | undefined },
): Promise<boolean> => {
  const span = slot && { visiting_from: slot.starts, visiting_to: slot.ends };
  const row = {
    ...withKeys(before, keys, { removed, span }),
    recurrence_id: slot?.recurrence_id ?? before.recurrence_id,
  };
  // What is told of a series is told of all its occurrences at once.
  return writeRegistered(ctx, { company_id: location, _id }, row, before, (_ctx, _of, tell) => tell());
};

/** A series needs visitors. Errors: `400`. */
export const requireVisitors = (visitors: readonly Keys[] | undefined): readonly Keys[] => {
  if (visitors === undefined) throw badRequest('"visitors" is required: at least one.', "missing_key", "visitors");
  return visitors;
};
