import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { findHead } from "../../platform/db/log-head.ts";
import { runLoggedQuery, lockLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { checkUrl } from "../../platform/outbound/call-out.ts";
import type { WebhookRow } from "./columns.ts";
import { OVERLAP_HOURS, type Webhook, type WebhookChange, type WebhookInput } from "./contract.ts";
import { openCredentials, sealPassword, sealSecret } from "./credentials.ts";
import { FAILURES_MAX } from "./deliver.ts";
import { saveResultOf, type SaveResult } from "./save-result.ts";
import { newSecret } from "./signing.ts";
import * as store from "./store.ts";

type Input = Static<typeof WebhookInput>;

const OVERLAP_MS = OVERLAP_HOURS * 60 * 60_000;

const entry = (location: string, action: string) => ({ location, action: `webhook.${action}`, subject: "webhook" });

/** The plans that include webhooks (rules 4). Errors: `404` on the others, as interface 4.7 requires. */
const checkTier = (tier: string | undefined): void => {
  if (tier !== "enterprise") throw notFound("This location's plan doesn't include webhooks.", "no_webhooks");
};

/** Errors: `404` on plans without webhooks */
export const checkPlan = async ({ db }: RequestContext, location: string): Promise<void> =>
  checkTier(await store.findTier(db, location));

const noWebhook = (): Error => notFound("There is no webhook. Create one with POST /companies/{company_id}/webhooks.");

const present = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);

/**
 * Looks up the host of a URL before it is saved. It queries name servers, so no database connection may be held
 * meanwhile.
 * @returns a warning, if any. Errors: `400` for a URL that is not publicly reachable, `404` on plans without webhooks
 */
export const checkWebhookUrl = async (
  ctx: RequestContext,
  location: string,
  url: string,
): Promise<string | undefined> => {
  const { context } = ctx;
  await checkPlan(ctx, location);
  const check = await checkUrl(url, context.config.webhookAllowedNetworks);
  if (check.problem !== undefined)
    throw badRequest(
      `"url" must be publicly reachable. ${check.problem}${seeEndpoint("POST /companies/{company_id}/webhooks")}`,
      check.code,
      "url",
    );
  return check.note;
};

/** Whether a save changes nothing: then only the counter is cleared. */
const isSame = (ctx: RequestContext, old: store.LockedWebhook, body: Input, row: WebhookRow): boolean => {
  const credentials = openCredentials(ctx.context, old, ctx.now);
  return (
    credentials !== undefined &&
    (credentials.password ?? null) === present(body.auth_password) &&
    old.url === row.url &&
    old.http_method === row.http_method &&
    old.auth_username === row.auth_username &&
    old.enabled === row.enabled &&
    old.failures === 0
  );
};

type Secrets = Pick<WebhookRow, "secret" | "previous_secret" | "previous_secret_ends_at">;

/** The signing secrets remain, unless SECRET_KEY has changed and they can't be read any more. */
const secretsOf = (ctx: RequestContext, location: string, old: WebhookRow | undefined): Secrets => {
  const { secretKey } = ctx.context;
  if (old !== undefined && openCredentials(ctx.context, old, ctx.now) !== undefined) return old;
  return { secret: sealSecret(secretKey, location, newSecret()), previous_secret: null, previous_secret_ends_at: null };
};

const rowOf = (ctx: RequestContext, location: string, body: Input, old: WebhookRow | undefined): WebhookRow => {
  const { secretKey } = ctx.context;
  const password = present(body.auth_password);
  const { secret, previous_secret, previous_secret_ends_at } = secretsOf(ctx, location, old);
  return {
    company_id: location,
    _id: old?._id ?? newId(location, ctx.now),
    url: body.url,
    http_method: body.http_method ?? "POST",
    auth_username: present(body.auth_username),
    auth_password: password === null ? null : sealPassword(secretKey, location, password),
    enabled: body.enabled ?? true,
    secret,
    previous_secret,
    previous_secret_ends_at,
    create_date: old?.create_date ?? iso(ctx.now),
    mod_date: iso(ctx.now),
  };
};

/** The new configuration, from the current one. */
type DesiredInput = (old: store.LockedWebhook | undefined) => Input;

/** The tag covers write-only values too, and a webhook that reads as absent because it was disabled. */
const stateOf = ({ failures: _failures, ...row }: WebhookRow & { failures?: number }): WebhookRow => row;

const write = async (ctx: RequestContext, location: string, desired: DesiredInput): Promise<WebhookRow> => {
  checkTier(await store.lockTier(ctx.db, location));
  const old = await store.lockWebhook(ctx.db, location);
  const body = desired(old);
  const row = rowOf(ctx, location, body, old);
  if (old !== undefined && isSame(ctx, old, body, row)) {
    await store.clearCounter(ctx.db, location);
    return stateOf(old);
  }
  // Under the lock of the log, the number of every event is known: earlier events are never sent.
  await lockLog(ctx.db, location);
  const head = await findHead(ctx.db, location);
  if (old === undefined) await runLoggedQuery(ctx, store.insertWebhook(row, head), entry(location, "create"));
  else await runLoggedQuery(ctx, store.updateWebhook(row, old.enabled ? undefined : head), entry(location, "change"));
  return row;
};

/**
 * Creates or replaces the webhook of a location (interface 4.7), keeping the ID and the signing secret. Clears the
 * counter. If no webhook was enabled before, the next event is the first one sent.
 * @param note from `checkWebhookUrl`. Errors: `404` on plans without webhooks
 */
export const save = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  note: string | undefined,
): Promise<SaveResult> => {
  const row = await inTransaction(ctx, (inner) => write(inner, location, () => body));
  return saveResultOf(row, { note });
};

type Update = UpdateInput<Static<typeof WebhookChange>>;

/**
 * Whether to clear the stored password: a user who changes the address must not learn it by having it sent to their own
 * host.
 */
const clearsPassword = (old: store.LockedWebhook, { body, removed }: Update): boolean =>
  old.auth_password !== null &&
  body.url !== undefined &&
  body.auth_password === undefined &&
  !removed.has("auth_password") &&
  new URL(body.url).origin !== new URL(old.url).origin;

/** A password that can't be read any more, because SECRET_KEY has changed, is cleared. */
const merged = (ctx: RequestContext, old: store.LockedWebhook, input: Update): Input => {
  const { body, removed } = input;
  const password = clearsPassword(old, input) ? undefined : openCredentials(ctx.context, old, ctx.now)?.password;
  const current = {
    url: old.url,
    http_method: old.http_method,
    // Saving turns on a webhook that Foyer turned off, but not one that a user turned off (interface 4.7).
    enabled: old.enabled || old.failures >= FAILURES_MAX,
    ...(old.auth_username !== null && !removed.has("auth_username") && { auth_username: old.auth_username }),
    ...(password !== undefined && !removed.has("auth_password") && { auth_password: password }),
  };
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const reset = {
    ...(removed.has("http_method") && { http_method: "POST" as const }),
    ...(removed.has("enabled") && { enabled: true }),
  };
  return { ...current, ...given, ...reset };
};

/**
 * Like `checkWebhookUrl`, for a change: only a URL in the body is looked up. Errors: the same, and `400` for removing
 * it
 */
export const checkChange = async (
  ctx: RequestContext,
  location: string,
  { body, removed }: Update,
): Promise<string | undefined> => {
  await checkPlan(ctx, location);
  checkNotRemoved({ removed }, "url");
  return body.url === undefined ? undefined : checkWebhookUrl(ctx, location, body.url);
};

/**
 * Changes the webhook of a location: absent keys remain unchanged, but a password isn't kept for another scheme, host
 * or port. Otherwise like `save`.
 * @param note from `checkChange`. Errors: `404` without a webhook and on plans without webhooks
 */
export const updateWebhook = async (
  ctx: RequestContext,
  location: string,
  input: Update,
  note: string | undefined,
): Promise<SaveResult> => {
  let isPasswordCleared = false;
  const row = await inTransaction(ctx, (inner) =>
    write(inner, location, (old) => {
      if (old === undefined) throw noWebhook();
      checkIfMatch(inner, () => etagStateOf(stateOf(old)));
      isPasswordCleared = clearsPassword(old, input);
      return merged(ctx, old, input);
    }),
  );
  return saveResultOf(row, { note, isPasswordCleared });
};

/** The response to a repeated save or change. Errors: `404` */
export const readSaveResult = async (ctx: RequestContext, location: string): Promise<SaveResult> =>
  saveResultOf(await readConfigured(ctx, location), { note: undefined });

/** The enabled webhook, or an empty object (interface 4.7). Errors: `404` on plans without webhooks */
export const readWebhook = async (ctx: RequestContext, location: string): Promise<Static<typeof Webhook>> => {
  await checkPlan(ctx, location);
  const row = await store.findWebhook(ctx.db, location);
  if (row === undefined) return {};
  if (!row.enabled) return withState({}, row);
  const { _id, company_id, url, http_method, auth_username, enabled, create_date, mod_date } = row;
  const user = auth_username === null ? {} : { auth_username };
  return withState({ _id, company_id, url, http_method, ...user, enabled, create_date, mod_date }, row);
};

/** The configured webhook, enabled or not. Errors: `404` without one, and on plans without webhooks */
export const readConfigured = async (ctx: RequestContext, location: string): Promise<WebhookRow> => {
  await checkPlan(ctx, location);
  const row = await store.findWebhook(ctx.db, location);
  if (row === undefined) throw noWebhook();
  return row;
};

/** The same, kept from being changed or removed until the transaction ends. Errors: `404` */
export const lockConfigured = async ({ db }: RequestContext, location: string): Promise<store.LockedWebhook> => {
  const row = await store.lockWebhook(db, location);
  if (row === undefined) throw noWebhook();
  return row;
};

type RotationResult = Omit<SaveResult, "warnings"> & { secret?: string; previous_secret_ends?: string };

/** Makes a new signing secret, returned this once; the previous one still signs for a day. Errors: `404` */
export const rotateSecret = async (ctx: RequestContext, location: string): Promise<RotationResult> => {
  const secret = newSecret();
  const ends = iso(ctx.now + OVERLAP_MS);
  const id = await inTransaction(ctx, async (inner) => {
    checkTier(await store.lockTier(inner.db, location));
    const old = await lockConfigured(inner, location);
    const next = {
      secret: sealSecret(ctx.context.secretKey, location, secret),
      // A secret that can't be read any more would stop all calls from being signed.
      previous_secret: openCredentials(ctx.context, old, ctx.now) === undefined ? null : old.secret,
      previous_secret_ends_at: ends,
      mod_date: iso(ctx.now),
    };
    await runLoggedQuery(inner, store.updateSecret(location, next), entry(location, "rotate_secret"));
    return old._id;
  });
  return { message: "This secret is only shown once.", webhook_id: id, secret, previous_secret_ends: ends };
};

/** The response to a repeated rotation: a secret is returned only once. Errors: `404` */
export const readRotationResult = async (ctx: RequestContext, location: string): Promise<RotationResult> => ({
  message: "The first of these requests created the secret. It isn't shown again.",
  webhook_id: (await readConfigured(ctx, location))._id,
});

/**
 * Removes the webhook of a location: address, credentials, events and replays waiting to be sent, and the list of
 * deliveries, which has the address and receivers' responses. The audit log keeps who configured and removed it. A call
 * in progress finishes and is not recorded. Errors: `404` without one, and on plans without webhooks; `412`
 */
export const removeWebhook = async (ctx: RequestContext, location: string): Promise<{ message: string }> => {
  await inTransaction(ctx, async (inner) => {
    checkTier(await store.lockTier(inner.db, location));
    const old = await lockConfigured(inner, location);
    checkIfMatch(inner, () => etagStateOf(stateOf(old)));
    await store.deleteDeliveries(inner.db, location);
    await runLoggedQuery(inner, store.deleteWebhook(location), entry(location, "remove"));
  });
  return { message: "Webhook removed, with its queued events and list of deliveries." };
};

/**
 * Applies a change of a location's plan, in the transaction that makes it: events on a plan without webhooks are never
 * sent later.
 */
export const applyPlanChange = async (ctx: RequestContext, location: string): Promise<void> => {
  if ((await store.lockWebhook(ctx.db, location)) === undefined) return;
  await lockLog(ctx.db, location);
  await store.moveCursor(ctx.db, location, await findHead(ctx.db, location));
};
