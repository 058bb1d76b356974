import { type HostReply, REPLY_MINUTES } from "../../../shared/host-replies.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { changeVisit } from "./change.ts";
import * as store from "./host-replies-store.ts";

/** The most replies to one visit: each is an event that integrations are sent. */
const REPLIES_MAX = 20;

const REPLIED = "visit.reply";
/** The log's name for a handover: the new host is notified (server/jobs/notifications/notices.ts). */
export const HANDED_OVER = "visit.hand_over";

const earliest = (now: number): string => iso(now - REPLY_MINUTES * 60_000);

/** The host's reply; undefined if there is none, or it is old. */
export const findReply = (
  ctx: Pick<RequestContext, "db" | "now">,
  location: string,
  visit: string,
): Promise<store.StoredReply | undefined> => store.findReply(ctx.db, location, visit, earliest(ctx.now));

/** The latest replies to the visitors inside. */
export const listReplies = (
  ctx: RequestContext,
  location: string,
): Promise<(store.StoredReply & { visitor_id: string })[]> => store.listReplies(ctx, location, earliest(ctx.now));

/** Whether the visit's hosts may reply once more; handing it over is a reply, too. */
export const hasRepliesLeft = async (ctx: RequestContext, location: string, id: string): Promise<boolean> =>
  (await store.countReplies(ctx.db, location, id, [REPLIED, HANDED_OVER])) < REPLIES_MAX;

/** Records the host's reply, which the visitor is shown. Does nothing for a visitor who has left or was rejected. */
export const reply = async (
  ctx: RequestContext,
  location: string,
  id: string,
  given: Exclude<HostReply, "colleague">,
): Promise<void> => {
  const entry = { location, action: REPLIED, events: ["visitor_updated"] as const, subject: "visit" };
  await store.recordReply(ctx, { location, id, now: ctx.now }, { reply: given, host: null }, entry);
};

/**
 * Hands a visit over to another host of the location, who is notified. Does nothing for a visitor who has left or was
 * rejected.
 * @param host by name, as the location has it
 */
export const handOver = (ctx: RequestContext, location: string, id: string, host: string): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const entry = { location, action: HANDED_OVER, subject: "visit" };
    const replied = { reply: "colleague", host } as const;
    if (await store.recordReply(inner, { location, id, now: ctx.now }, replied, entry))
      await changeVisit(inner, location, id, { body: { recipient: host }, removed: new Set() });
  });
