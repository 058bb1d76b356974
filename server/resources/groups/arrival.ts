import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { RawJson, type RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { lockGroupVisitors } from "../registered-visitors/many.ts";
import { signInAtConsole } from "../registered-visitors/sign-in.ts";
import { signOut } from "../visits/transitions.ts";
import { fullVisit, readVisit, start } from "../visits/visits.ts";
import type { GroupSelection } from "./contract.ts";
import { lockGroup, readGroup } from "./groups.ts";
import * as store from "./store.ts";

type Count = Static<typeof GroupSelection>;

const isWhole = ({ known_visitor_ids, unnamed }: Count): boolean =>
  known_visitor_ids === undefined && unnamed === undefined;

const visitsOf = ({ _id }: { _id: string }, visits: readonly RawJson[]): RawJson =>
  new RawJson(`{"visitors":[${visits.map(({ text }) => text).join(",")}]}`, _id);

/** The registered visitors that a call names. Errors: `400` for one who isn't of the group. */
const chosen = (count: Count, persons: readonly string[]): string[] => {
  if (isWhole(count)) return [...persons];
  const ids = new Set((count.known_visitor_ids ?? []).map((id) => id.toLowerCase()));
  const stranger = [...ids].find((id) => !persons.includes(id));
  if (stranger !== undefined)
    throw badRequest(
      `"known_visitor_ids" has one who isn't of this group: ${stranger}`,
      "unknown_reference",
      "known_visitor_ids",
    );
  return persons.filter((id) => ids.has(id));
};

/** What the visit of an unnamed person begins with: what all of the group have, but the time for which they are expected. */
const unnamedVisit = ({ _id, shared }: store.GroupRow) => {
  const { visiting_on: _span, persistent: _persistent, ...keys } = shared;
  return { ...keys, group_id: _id };
};

/**
 * Signs in some of a group, or all who aren't inside. The host is notified of the first alone.
 * Errors: `400`, `404`.
 * @returns the visits that were started
 */
export const signInGroup = (ctx: RequestContext, location: string, id: string, count: Count): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    const group = await lockGroup(inner, location, id);
    const persons = (await lockGroupVisitors(inner, location, group._id)).map(({ _id }) => _id);
    const open = await store.listOpenVisits(inner.db, location, group._id);
    const inside = new Set(open.map(({ known_visitor_id }) => known_visitor_id));
    const unnamedInside = open.filter(({ known_visitor_id }) => known_visitor_id === null).length;
    const unnamed = isWhole(count) ? Math.max(0, group.unnamed - unnamedInside) : (count.unnamed ?? 0);
    const visits: RawJson[] = [];
    const notify = () => (visits.length === 0 ? {} : { notify_host: false });
    for (const person of chosen(count, persons).filter((one) => !inside.has(one)))
      visits.push(await signInAtConsole(inner, location, person, notify()));
    for (let n = 0; n < unnamed; n += 1)
      visits.push(fullVisit(await start(inner, location, { ...unnamedVisit(group), ...notify() })));
    return visitsOf(group, visits);
  });

/** Signs out some of a group, or all of it. Errors: `400`, `404`. @returns the visits that were ended */
export const signOutGroup = (ctx: RequestContext, location: string, id: string, count: Count): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    const group = await lockGroup(inner, location, id);
    const persons = (await lockGroupVisitors(inner, location, group._id)).map(({ _id }) => _id);
    const open = await store.listOpenVisits(inner.db, location, group._id);
    const named = new Set(chosen(count, persons));
    const isLeaving = ({ known_visitor_id }: store.OpenVisit): boolean =>
      known_visitor_id !== null && (isWhole(count) || named.has(known_visitor_id));
    const unnamed = open.filter(({ known_visitor_id }) => known_visitor_id === null);
    const leaving = [
      ...open.filter(isLeaving),
      ...unnamed.slice(0, isWhole(count) ? unnamed.length : (count.unnamed ?? 0)),
    ];
    const visits: RawJson[] = [];
    for (const visit of leaving) visits.push(await signOut(inner, location, visit._id, undefined));
    return visitsOf(group, visits);
  });

/** The visits of a group that haven't ended: what a repeated sign-in is answered with. Errors: `404`. */
export const readInside = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  const { _id } = await readGroup(ctx, location, id);
  const open = await store.listOpenVisits(ctx.db, location, _id);
  return visitsOf({ _id }, await Promise.all(open.map((visit) => readVisit(ctx, location, visit._id))));
};

/** No one: what a repeated sign-out is answered with, which ends nothing more. Errors: `404`. */
export const readNoMore = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> =>
  visitsOf(await readGroup(ctx, location, id), []);
