import { locationOfId, type RawJson, type RequestContext } from "../../platform/http/request-context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { removeRegisteredVisitor } from "../registered-visitors/removal.ts";
import * as replies from "../visits/host-replies.ts";
import * as transitions from "../visits/transitions.ts";
import * as visits from "../visits/visits.ts";
import { addressesOf } from "./own-visitors.ts";
import { isOfHost } from "./store.ts";

/** The location of a record whose host is the user, or one whom the user stands in for. Errors: the `404` of a missing record. */
const locationOfOwn = async (
  ctx: RequestContext,
  table: Parameters<typeof isOfHost>[1],
  id: string,
): Promise<string> => {
  const location = await locationOfId(ctx, id);
  if (!(await isOfHost(ctx.db, table, { location, id, hosts: await addressesOf(ctx) }))) throw notFound();
  return location;
};

/** A visit of the user's own. Errors: `404`. */
export const readVisit = async (ctx: RequestContext, id: string): Promise<RawJson> =>
  visits.readVisit(ctx, await locationOfOwn(ctx, "visits", id), id);

/** Approves or rejects a visitor of the user's own, once. Errors: `400` if they aren't pending, `404`. */
export const decide = async (
  ctx: RequestContext,
  id: string,
  decision: Parameters<typeof transitions.decide>[3],
): Promise<RawJson> => transitions.decide(ctx, await locationOfOwn(ctx, "visits", id), id, decision);

/** Signs out a visitor of the user's own. Errors: `404`. */
export const signOut = async (ctx: RequestContext, id: string): Promise<RawJson> =>
  transitions.signOut(ctx, await locationOfOwn(ctx, "visits", id), id, undefined);

/** Replies to a visitor of the user's own. Errors: `404`. */
export const reply = async (
  ctx: RequestContext,
  id: string,
  given: Parameters<typeof replies.reply>[3],
): Promise<RawJson> => {
  const location = await locationOfOwn(ctx, "visits", id);
  if (await replies.hasRepliesLeft(ctx, location, id)) await replies.reply(ctx, location, id, given);
  return visits.readVisit(ctx, location, id);
};

/** Cancels the visit of a registered visitor of the user's own. Errors: `400` while they are inside, `404`, `412`. */
export const cancel = async (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  removeRegisteredVisitor(ctx, await locationOfOwn(ctx, "registered_visitors", id), id);
