import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import type { VisitRow } from "./columns.ts";
import * as store from "./registered-store.ts";
import { type InsideWindow, insideWindowOn } from "./lists.ts";

type InsideBounds = Pick<InsideWindow, "from" | "now">;

const currentWindow = async (ctx: RequestContext, location: string): Promise<InsideBounds> => {
  const clock = await store.findInsideSettings(ctx.db, location);
  if (clock === undefined) throw notFound();
  return insideWindowOn(clock, undefined, ctx.now);
};

/**
 * Those of the registered visitors who are inside now (rules 3). The answer remains true while the caller holds their
 * locks: sign-ins and removals lock them first.
 */
export const findInside = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(await store.listRegisteredInside(ctx.db, location, ids, "", await currentWindow(ctx, location)));

const lockRegisteredVisitor = async (ctx: RequestContext, location: string, id: string): Promise<void> => {
  if (!(await store.lockRegistered(ctx.db, location, id)))
    throw badRequest(
      '"known_visitor_id" isn\'t a registered visitor of this location. Create one with POST /knownvisitors.',
      "unknown_reference",
      "known_visitor_id",
    );
};

const checkOutside = async (
  ctx: RequestContext,
  location: string,
  registeredId: string,
  visit: string,
  window: InsideBounds,
): Promise<void> => {
  if ((await store.listRegisteredInside(ctx.db, location, [registeredId], visit, window)).length > 0)
    throw badRequest(
      '"known_visitor_id" is a registered visitor who is already signed in. Sign them out first, with POST /visitors/{visitorId}/signout.',
      "visitor_inside",
      "known_visitor_id",
    );
};

/**
 * Starts a visit of a registered visitor. Of several calls at once only one succeeds, because each locks the registered
 * visitor until it commits, and only then looks for an open visit. A visit recorded afterwards, with both times, may
 * overlap an open one. Errors: `400` if there is no such registered visitor, or they are inside.
 */
export const startForRegistered = <T>(
  ctx: RequestContext,
  location: string,
  registeredId: string,
  row: Pick<VisitRow, "signed_out">,
  start: (ctx: RequestContext) => Promise<T>,
): Promise<T> =>
  inTransaction(ctx, async (inner) => {
    await lockRegisteredVisitor(inner, location, registeredId);
    if (row.signed_out === null)
      await checkOutside(inner, location, registeredId, "", await currentWindow(inner, location));
    return start(inner);
  });

/**
 * Checks a changed visit, in the transaction that writes it: a new registered visitor must exist, and must have no
 * other visit inside if this one is. Errors: `400`.
 */
export const checkRegisteredChange = async (
  ctx: RequestContext,
  { location, id }: { location: string; id: string },
  row: VisitRow,
  before: VisitRow,
): Promise<void> => {
  const registeredId = row.known_visitor_id;
  if (registeredId === null) return;
  const isNew = registeredId !== before.known_visitor_id;
  if (isNew) await lockRegisteredVisitor(ctx, location, registeredId);
  else if (row.signed_in === before.signed_in || !(await store.lockRegistered(ctx.db, location, registeredId))) return;
  const window = await currentWindow(ctx, location);
  if (row.signed_out === null && row.signed_in >= window.from)
    await checkOutside(ctx, location, registeredId, id, window);
};
