import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { registeredEntry } from "./registered-visitors.ts";
import * as store from "./store.ts";

export type { GroupVisitorRow, RegisteredRow, SeriesVisitorRow } from "./store.ts";

/** Registers visitors of a series or group, each with an entry in the log and an event. */
export const registerMany = (
  ctx: RequestContext,
  location: string,
  rows: readonly ({ _id: string } & store.RegisteredRow)[],
): Promise<void> => store.insertMany(ctx, location, rows, iso(ctx.now), registeredEntry(location, "create"));

/** The registered visitors of a group; they can't be changed until the transaction ends. */
export const lockGroupVisitors = (
  { db }: RequestContext,
  location: string,
  group: string,
): Promise<store.GroupVisitorRow[]> => store.lockOfGroup(db, location, group);

/** The visitors of a series in the order of its occurrences; they can't be changed until the transaction ends. */
export const lockSeriesVisitors = (
  { db }: RequestContext,
  location: string,
  series: string,
): Promise<store.SeriesVisitorRow[]> => store.lockOfSeries(db, location, series);
