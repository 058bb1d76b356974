import { type RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { findInside } from "../visits/registered.ts";
import { queueMessages } from "../messages/queue.ts";
import type { removeManyRegistered } from "./contract.ts";
import { draftCancellations } from "./invitations/cancellations.ts";
import { whileFollowed } from "./series-invitations/follow.ts";
import * as store from "./store.ts";

type Outcome = Static<(typeof removeManyRegistered)["response"]>[number];

/** The result of a removal: who existed, and who was kept because they are inside. */
type Removal = { found: ReadonlySet<string>; inside: ReadonlySet<string> };

/**
 * Removes those who are not inside, with everything kept about them besides their visits; their sign-ins wait
 * meanwhile. The caller's transaction.
 */
export const removeOutside = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  draftEmails: typeof draftCancellations = draftCancellations,
): Promise<Removal> => {
  const lockedIds = await store.lockMany(ctx.db, location, ids);
  const inside = await findInside(ctx, location, lockedIds);
  const leaving = lockedIds.filter((id) => !inside.has(id));
  const entry = {
    location,
    action: "registered_visitor.remove",
    events: ["registered_visitor_deleted"] as const,
    subject: "registered_visitor",
  };
  const emails = await draftEmails(ctx, location, leaving);
  await store.eraseRegistered(ctx, location, leaving, entry);
  // Not earlier: everything about them has been erased.
  await queueMessages(ctx.db, emails);
  return { found: new Set(lockedIds), inside };
};

const removeAny = (
  ctx: RequestContext,
  location: string,
  id: string,
  { draftEmails, others = [] }: { draftEmails: typeof draftCancellations; others?: readonly string[] },
): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const { found, inside } = await removeOutside(inner, location, [id, ...others], draftEmails);
    if (!found.has(id)) throw notFound();
    if (inside.has(id))
      throw badRequest(
        "This registered visitor is signed in. Sign them out first, with POST /visitors/{visitorId}/signout.",
        "visitor_inside",
      );
    return { message: "Registered visitor removed." };
  });

/**
 * Erases a registered visitor at their request, in all occurrences of a series, and emails them no more. Errors: `400`
 * while they are inside, `404`.
 */
export const eraseOnRequest = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  removeAny(ctx, location, id, {
    draftEmails: async () => [],
    others: await store.listSamePerson(ctx.db, location, id),
  });

/**
 * Removes a registered visitor; their visits keep their reference. One who was invited and has not arrived yet is
 * emailed that the visit is called off. Errors: `400` while they are inside, `404`, `412`.
 */
export const removeRegisteredVisitor = (
  ctx: RequestContext,
  location: string,
  id: string,
): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockRegistered(db, { company_id: location, _id: id });
      return old && new RawJson(old.doc);
    },
    (inner) =>
      whileFollowed(inner, { location, ids: [id] }, () =>
        removeAny(inner, location, id, { draftEmails: draftCancellations }),
      ),
  );

const NOT_FOUND = {
  status: "error",
  reason: "not_found",
  message: "There is no registered visitor with this ID at this location.",
} as const;
const SIGNED_IN = {
  status: "skipped",
  reason: "signed_in",
  message: "The registered visitor is signed in. Sign them out first.",
} as const;
const SUCCESS = { status: "success", reason: "", message: "" } as const;

const outcomes = (ids: readonly string[], { found, inside }: Removal): Outcome[] => {
  const seen = new Set<string>();
  return ids.map((id) => {
    const isFirst = !seen.has(id);
    seen.add(id);
    if (!isFirst || !found.has(id)) return { id, ...NOT_FOUND };
    return { id, ...(inside.has(id) ? SIGNED_IN : SUCCESS) };
  });
};

/**
 * Removes several registered visitors, as `remove` does one. @returns the outcome for each ID, in the order sent
 * (interface 4.6, rules 5 "Bulk")
 */
export const removeMany = (ctx: RequestContext, location: string, ids: readonly string[]): Promise<Outcome[]> =>
  inTransaction(ctx, async (inner) =>
    outcomes(ids, await whileFollowed(inner, { location, ids }, () => removeOutside(inner, location, ids))),
  );

/**
 * Removes visitors again that a restored backup brought back, including those who were inside at the time: they have
 * left since.
 * @returns how many of them there were
 */
export const reapplyRemoval = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<number> => {
  const lockedIds = await store.lockMany(ctx.db, location, ids);
  await store.eraseRegistered(ctx, location, lockedIds, {
    location,
    action: "registered_visitor.remove",
    events: ["registered_visitor_deleted"],
    subject: "registered_visitor",
  });
  return lockedIds.length;
};

/**
 * Removes some visitors who are no longer expected, in the caller's transaction, which should be short.
 * @returns how many, and the last ID looked at; undefined if that was the last one
 */
export const expire = async (
  ctx: RequestContext,
  location: string,
  old: { before: string; after: string; limit: number },
): Promise<{ erased: number; upTo: string | undefined }> => {
  const lockedIds = await store.lockExpiredRegistered(ctx.db, location, old);
  const inside = await findInside(ctx, location, lockedIds);
  const leaving = lockedIds.filter((id) => !inside.has(id));
  const entry = {
    location,
    action: "registered_visitor.expire",
    events: ["registered_visitor_deleted"] as const,
    subject: "registered_visitor",
  };
  await store.eraseRegistered(ctx, location, leaving, entry);
  return { erased: leaving.length, upTo: lockedIds.length < old.limit ? undefined : lockedIds.at(-1) };
};

/** How many registered visitors `expire` would look at. */
export const countExpired = (ctx: RequestContext, location: string, before: string): Promise<number> =>
  store.countExpiredRegistered(ctx.db, location, before);
