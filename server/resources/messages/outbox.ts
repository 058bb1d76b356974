import { findChannel, missingFor } from "../../platform/channels/channels.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { eachChannel, type OutboxMessage, type readOutboxHealth } from "./contract.ts";
import { preview } from "./mail/render.ts";
import { readSmsUse } from "./sms-settings.ts";
import * as store from "./store.ts";

type Wire = Static<typeof OutboxMessage>;
/** Messages returned by default. */
const NEWEST = 1_000;
const PAGE_COUNT = 50;

const isConfigured = ({ config }: Context, { kind }: store.MessageRow): boolean => config.channels[kind] !== undefined;

/** The last error, or the reason that nothing is configured to send the message with. */
const reasonOf = (context: Context, row: store.MessageRow): string | null => {
  const channel = findChannel(row.kind);
  return row.state === "queued" && channel !== undefined && !isConfigured(context, row)
    ? missingFor(channel)
    : row.error;
};

/** Messages with priority are due before they were queued (queue.ts). */
const nextAttempt = ({ next_at, create_date }: store.MessageRow): string | null =>
  next_at !== null && next_at < create_date ? create_date : next_at;

const withoutNulls = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const wire = async (ctx: RequestContext, row: store.MessageRow): Promise<Wire> => {
  const { context, db } = ctx;
  const rendered = await preview({ ...context, db }, row);
  return {
    _id: row._id,
    company_id: row.company_id,
    kind: row.kind,
    to: row.recipient,
    template: row.template,
    ...rendered,
    state: row.state,
    attempts: row.attempts,
    create_date: row.create_date,
    mod_date: row.mod_date,
    ...withoutNulls({
      language_id: row.language,
      next_attempt: row.state === "queued" && isConfigured(context, row) ? nextAttempt(row) : null,
      error: reasonOf(context, row),
      subject_id: row.subject_id,
      sent_at: row.sent_at,
    }),
  };
};

const inOrder = async (ctx: RequestContext, rows: readonly store.MessageRow[]): Promise<Wire[]> => {
  const messages: Wire[] = [];
  for (const row of rows) messages.push(await wire(ctx, row));
  return messages;
};

/** The messages of a location, newest first, with their texts. */
export const listMessages = async (
  ctx: RequestContext,
  location: string,
  { count, page, state }: { count?: number; page?: number; state?: store.MessageState },
): Promise<Wire[]> => {
  const size = count ?? (page === undefined ? NEWEST : PAGE_COUNT);
  // PostgreSQL can't count further, and there is no such page.
  const offset = Math.min(((page ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER);
  const selection = { state, limit: size, offset };
  return inOrder(ctx, await store.listNewest(ctx.db, location, selection));
};

/** One message of a location. Errors: `404`. */
export const readMessage = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findMessage(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(ctx, row);
};

/** Whether messages can be sent, and how many of a location have not been. */
export const health = async (
  ctx: RequestContext,
  location: string,
): Promise<Static<typeof readOutboxHealth.response>> => {
  const { config } = ctx.context;
  const { waiting, failed } = await store.countUnsent(ctx.db, location);
  const { most, today } = await readSmsUse(ctx.db, location, ctx.now);
  const configured = eachChannel(({ kind }) => config.channels[kind] !== undefined);
  return { ...configured, waiting, failed, sms_today: today, sms_per_day: most };
};

/** The newest messages of every location, and of the service itself: invitations of users, password links. */
export const listAll = async (ctx: RequestContext): Promise<Wire[]> =>
  inOrder(ctx, await store.listNewestOfAll(ctx.db, NEWEST));
