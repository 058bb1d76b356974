import { slotAt } from "../../platform/lib/time/slots.ts";
import { isDeepStrictEqual } from "node:util";

import type { Static } from "../../platform/http/contract/schemas.ts";
import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { checkNotRemoved } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyDifference, type Done, type Edit } from "./apply.ts";
import type { SeriesInput } from "./contract.ts";
import { compare, type Difference, lengthOf, openOf, slotsOf } from "./occurrences.ts";
import { clockAt, instantAt } from "../../platform/lib/time/recurrence.ts";
import { changeOrTry, type Counts, requireOccurrence, type Scope } from "./scope.ts";
import { seriesEntry, sharedKeys, type Wire } from "./series.ts";
import { splitOff } from "./split.ts";
import * as store from "./store.ts";
import { changedTiming, durationOf, startOf } from "./timing.ts";

type Input = UpdateInput<Static<typeof SeriesInput>>;

const NOTHING: Difference = { kept: [], moved: [], created: [], cancelled: [] };

const editOf = ({ body, removed }: Input): Edit => ({ keys: sharedKeys(body), removed, visitors: body.visitors });

/** The row of a series after a change of all its occurrences. */
const changedRow = (ctx: RequestContext, old: store.SeriesRow, input: Input): store.SeriesRow => {
  const { body, removed } = input;
  const kept = Object.entries(old.shared).filter(([key]) => !removed.has(key));
  return {
    ...old,
    ...changedTiming(input, old),
    name: removed.has("name") ? null : (body.name ?? old.name),
    shared: { ...Object.fromEntries(kept), ...sharedKeys(body) },
    invite: old.invite || body.invite === true,
    mod_date: iso(ctx.now),
  };
};

const isSameTime = (one: store.SeriesRow, other: store.SeriesRow): boolean =>
  (["rule", "starts", "timezone", "minutes"] as const).every((key) => one[key] === other[key]);

/** Writes the row of a series, unless neither it nor its occurrences have changed. */
const noteChange = async (
  ctx: RequestContext,
  old: store.SeriesRow,
  row: store.SeriesRow,
  done: Done,
): Promise<void> => {
  const isSame = isDeepStrictEqual({ ...row, mod_date: old.mod_date }, old);
  if (isSame && done.created + done.changed + done.cancelled === 0) return;
  await runLoggedQuery(ctx, store.updateSeries(row), seriesEntry(row.company_id, "change"));
};

const changeAll = async (ctx: RequestContext, old: store.SeriesRow, input: Input): Promise<Done> => {
  const row = changedRow(ctx, old, input);
  const stored = await store.listOccurrences(ctx.db, old.company_id, [old._id]);
  const difference = isSameTime(row, old)
    ? { ...NOTHING, kept: openOf(stored, ctx.now) }
    : compare(stored, slotsOf(row, ctx.now), { timing: row, isSameRule: row.rule === old.rule, now: ctx.now });
  const done = await applyDifference(ctx, row, difference, editOf(input));
  await noteChange(ctx, old, row, done);
  return done;
};

/** What can't differ between the occurrences of a series. */
const OF_ALL = ["name", "rule", "timezone", "invite"] as const;

const checkOfOne = ({ body, removed }: Input): void => {
  const key = OF_ALL.find((name) => body[name] !== undefined || removed.has(name));
  if (key !== undefined) throw badRequest(`"${key}" is the same for all occurrences of a series.`, "unknown_key", key);
};

/** Where an occurrence is put by a change of it alone. */
const slotOf = (old: store.SeriesRow, occurrence: store.OccurrenceRow, { body }: Input) => {
  const start =
    body.starts === undefined ? Date.parse(occurrence.starts) : instantAt(startOf(body.starts), old.timezone);
  const minutes = durationOf(body, clockAt(start, old.timezone).slice(11, 16)) ?? lengthOf(occurrence);
  return slotAt(Date.parse(occurrence.recurrence_id), start, { ...old, minutes });
};

const changeOne = async (ctx: RequestContext, old: store.SeriesRow, input: Input, scope: Scope): Promise<Done> => {
  checkOfOne(input);
  const occurrence = await requireOccurrence(ctx, old, scope);
  if (occurrence.cancelled) throw badRequest("This occurrence is cancelled.", "unknown_reference", "recurrence_id");
  const to = slotOf(old, occurrence, input);
  const isMoved = to.starts !== occurrence.starts || to.ends !== occurrence.ends;
  const difference = isMoved ? { moved: [{ occurrence, to }] } : { kept: [occurrence] };
  const done = await applyDifference(ctx, old, { ...NOTHING, ...difference }, editOf(input));
  await noteChange(ctx, old, { ...old, mod_date: iso(ctx.now) }, done);
  return done;
};

/**
 * Changes all occurrences of a series that are still to come, one of them, or one and those that follow (decision
 * 0063). Errors: `400`, `404`.
 * @returns the series; what the change would do for a trial
 */
export const updateSeries = async (
  ctx: RequestContext,
  location: string,
  id: string,
  { input, scope }: { input: Input; scope: Scope },
): Promise<Wire | Counts> => {
  checkNotRemoved(input, "starts", "timezone", "visitors");
  const done = await changeOrTry(ctx, location, { id, ...scope }, async (inner, old) => {
    if (scope.scope === "this") return { ...(await changeOne(inner, old, input, scope)), series: old._id };
    const series = scope.scope === "following" ? await splitOff(inner, old, scope) : old;
    return { ...(await changeAll(inner, series, input)), series: series._id };
  });
  if (done === undefined) throw new Error("a changed series is gone");
  return done;
};
