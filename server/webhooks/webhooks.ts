import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, ofState, withState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { checkUrl } from "../outbound/call-out.ts";
import type { Target, WebhookRow } from "./columns.ts";
import { OVERLAP_HOURS, type Webhook, type WebhookChange, type WebhookInput } from "./contract.ts";
import { openCredentials, sealPassword, sealSecret } from "./credentials.ts";
import { newSecret } from "./signing.ts";
import * as store from "./store.ts";

type Input = Static<typeof WebhookInput>;
type Saved = { message: string; webhook_id: string };

const OVERLAP_MS = OVERLAP_HOURS * 60 * 60_000;

const entry = (location: string, act: string) => ({ location, act: `webhook.${act}`, subject: "webhook" });

/** The plans that include webhooks (decisions 4). Errors: `404` on the others, as interface 4.7 asks for. */
const checkTier = (tier: string | undefined): void => {
  if (tier !== "enterprise") throw notFound("The plan of this location has no webhooks.", "no_webhooks");
};

/** Errors: `404` on plans without webhooks */
export const checkPlan = async ({ db }: Act, location: string): Promise<void> =>
  checkTier(await store.findTier(db, location));

const none = (): Error => notFound("There is no webhook; save one with POST /companies/{company_id}/webhooks.");

const present = (text: string | undefined): string | null => (text === undefined || text === "" ? null : text);

/**
 * Looks up the URL as it is to be saved. It asks name servers, so no connection to the database may be held meanwhile.
 * @returns what is to be said of it. Errors: `400` for a URL that is not publicly reachable, `404` on plans without webhooks
 */
export const check = async (act: Act, location: string, url: string): Promise<string | undefined> => {
  const { context } = act;
  await checkPlan(act, location);
  const { problem, note } = await checkUrl(url, context.config.webhookAllowedNetworks);
  if (problem !== undefined)
    throw badRequest(
      `"url" must be publicly reachable. ${problem} See POST /companies/{company_id}/webhooks in /api/openapi.json.`,
      "not_public",
      "url",
    );
  return note;
};

/** Whether a webhook that is saved is what it is already: then nothing but the counter changes. */
const isSame = (act: Act, old: store.Locked, body: Input, row: WebhookRow): boolean => {
  const credentials = openCredentials(act.context, old, act.now);
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

/** The signing secrets stay, unless SECRET_KEY has changed and nobody can read them any more. */
const secretsOf = (act: Act, location: string, old: WebhookRow | undefined): Secrets => {
  const { secretKey } = act.context;
  if (old !== undefined && openCredentials(act.context, old, act.now) !== undefined) return old;
  return { secret: sealSecret(secretKey, location, newSecret()), previous_secret: null, previous_secret_ends_at: null };
};

const rowOf = (act: Act, location: string, body: Input, old: WebhookRow | undefined): WebhookRow => {
  const { secretKey } = act.context;
  const password = present(body.auth_password);
  const { secret, previous_secret, previous_secret_ends_at } = secretsOf(act, location, old);
  return {
    company_id: location,
    _id: old?._id ?? newId(location, act.now),
    url: body.url,
    http_method: body.http_method ?? "POST",
    auth_username: present(body.auth_username),
    auth_password: password === null ? null : sealPassword(secretKey, location, password),
    enabled: body.enabled ?? true,
    secret,
    previous_secret,
    previous_secret_ends_at,
    create_date: old?.create_date ?? iso(act.now),
    mod_date: iso(act.now),
  };
};

/** The configuration that is wanted, given the one that there is. */
type Wanted = (old: store.Locked | undefined) => Input;

/** What the tag is made of: also of what is only written, and of a webhook that reads as none because it was disabled. */
const stateOf = ({ failures: _failures, ...row }: WebhookRow & { failures?: number }): WebhookRow => row;

const write = async (act: Act, location: string, wanted: Wanted): Promise<WebhookRow> => {
  checkTier(await store.lockTier(act.db, location));
  const old = await store.lockWebhook(act.db, location);
  const body = wanted(old);
  const row = rowOf(act, location, body, old);
  if (old !== undefined && isSame(act, old, body, row)) {
    await store.clearCounter(act.db, location);
    return stateOf(old);
  }
  // Under the lock of the log there is no event whose number is not known yet: what occurred before is never sent.
  await store.holdLog(act.db, location);
  const head = await store.readHead(act.db, location);
  if (old === undefined) await change(act, store.insertWebhook(row, head), entry(location, "create"));
  else await change(act, store.updateWebhook(row, old.enabled ? undefined : head), entry(location, "change"));
  return row;
};

/** What is to be said of a webhook that was saved: of its name, and of a password that did not go along. */
type Remarks = { note: string | undefined; forgets?: boolean };

const savedAs = (row: WebhookRow, { note, forgets = false }: Remarks): Saved => {
  const unknown = note === undefined ? [] : [`${note} It is looked up again at every call.`];
  const forgot = forgets ? ["The password was cleared, since scheme, host or port have changed; send it again."] : [];
  return withState({ message: ["The webhook was saved.", ...forgot, ...unknown].join(" "), webhook_id: row._id }, row);
};

/**
 * Creates the webhook of a location or replaces all of it (interface 4.7); the id and the signing secret stay. The counter is
 * cleared. Where there was no enabled webhook, events begin with the next one.
 * @param note of `check`. Errors: `404` on plans without webhooks
 */
export const save = async (act: Act, location: string, body: Input, note: string | undefined): Promise<Saved> => {
  const row = await together(act, (inner) => write(inner, location, () => body));
  return savedAs(row, { note });
};

type Sent = { body: Static<typeof WebhookChange>; removed: ReadonlySet<string> };

/** Whether a stored password is forgotten: a user who changes the address must not learn it by having it sent to their own host. */
const forgetsPassword = (old: store.Locked, { body, removed }: Sent): boolean =>
  old.auth_password !== null &&
  body.url !== undefined &&
  body.auth_password === undefined &&
  !removed.has("auth_password") &&
  new URL(body.url).origin !== new URL(old.url).origin;

/** A password that nobody can read any more, since SECRET_KEY has changed, is gone. */
const merged = (act: Act, old: store.Locked, sent: Sent): Input => {
  const { body, removed } = sent;
  const password = forgetsPassword(old, sent) ? undefined : openCredentials(act.context, old, act.now)?.password;
  const kept = {
    url: old.url,
    http_method: old.http_method,
    enabled: old.enabled,
    ...(old.auth_username !== null && !removed.has("auth_username") && { auth_username: old.auth_username }),
    ...(password !== undefined && !removed.has("auth_password") && { auth_password: password }),
  };
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const reset = {
    ...(removed.has("http_method") && { http_method: "POST" as const }),
    ...(removed.has("enabled") && { enabled: true }),
  };
  return { ...kept, ...given, ...reset };
};

/** As `check`, for a change: only a URL that is sent is looked up. Errors: as `check`, and `400` for its removal */
export const checkChange = async (act: Act, location: string, { body, removed }: Sent): Promise<string | undefined> => {
  await checkPlan(act, location);
  if (removed.has("url")) throw badRequest('"url" is required and cannot be removed.', "not_removable", "url");
  return body.url === undefined ? undefined : check(act, location, body.url);
};

/**
 * Changes the webhook of a location: what is absent stays, but a password does not go along to another scheme, host or port.
 * Otherwise as `save`.
 * @param note of `checkChange`. Errors: `404` without a webhook and on plans without webhooks
 */
export const update = async (act: Act, location: string, sent: Sent, note: string | undefined): Promise<Saved> => {
  let forgets = false;
  const row = await together(act, (inner) =>
    write(inner, location, (old) => {
      if (old === undefined) throw none();
      checkMatch(inner, () => ofState(stateOf(old)));
      forgets = forgetsPassword(old, sent);
      return merged(act, old, sent);
    }),
  );
  return savedAs(row, { note, forgets });
};

/** What a repeated save or change is answered with. Errors: `404` */
export const saved = async (act: Act, location: string): Promise<Saved> => ({
  message: "The webhook was saved.",
  webhook_id: (await configured(act, location))._id,
});

/** The enabled webhook, or an empty object (interface 4.7). Errors: `404` on plans without webhooks */
export const read = async (act: Act, location: string): Promise<Static<typeof Webhook>> => {
  await checkPlan(act, location);
  const row = await store.findWebhook(act.db, location);
  if (row === undefined) return {};
  if (!row.enabled) return withState({}, row);
  const { _id, company_id, url, http_method, auth_username, enabled, create_date, mod_date } = row;
  const user = auth_username === null ? {} : { auth_username };
  return withState({ _id, company_id, url, http_method, ...user, enabled, create_date, mod_date }, row);
};

/** The webhook as it is configured, enabled or not. Errors: `404` without one, and on plans without webhooks */
export const configured = async (act: Act, location: string): Promise<Target & { _id: string }> => {
  await checkPlan(act, location);
  const row = await store.findWebhook(act.db, location);
  if (row === undefined) throw none();
  return row;
};

/** The same, kept from being changed or removed until the transaction ends. Errors: `404` */
export const lockConfigured = async ({ db }: Act, location: string): Promise<store.Locked> => {
  const row = await store.lockWebhook(db, location);
  if (row === undefined) throw none();
  return row;
};

type Rotated = Saved & { secret?: string; previous_secret_ends?: string };

/** Makes a new signing secret, shown this once; the one before signs along for a day. Errors: `404` */
export const rotateSecret = async (act: Act, location: string): Promise<Rotated> => {
  const secret = newSecret();
  const ends = iso(act.now + OVERLAP_MS);
  const id = await together(act, async (inner) => {
    checkTier(await store.lockTier(inner.db, location));
    const old = await lockConfigured(inner, location);
    const next = {
      secret: sealSecret(act.context.secretKey, location, secret),
      // One that nobody can read any more would keep the calls from being signed at all.
      previous_secret: openCredentials(act.context, old, act.now) === undefined ? null : old.secret,
      previous_secret_ends_at: ends,
      mod_date: iso(act.now),
    };
    await change(inner, store.updateSecret(location, next), entry(location, "rotate_secret"));
    return old._id;
  });
  return { message: "This secret is shown only now.", webhook_id: id, secret, previous_secret_ends: ends };
};

/** What a repeated rotation is answered with: a secret is shown once. Errors: `404` */
export const rotated = async (act: Act, location: string): Promise<Rotated> => ({
  message: "The secret was made by the first of these calls, and is not shown again.",
  webhook_id: (await configured(act, location))._id,
});

/**
 * Removes the webhook of a location: address, credentials, what waits to be sent, and the list of deliveries, which holds the
 * address and what the receiver answered. The audit log keeps who configured and removed it. A call under way comes to its end
 * and is not written down. Errors: `404` without one, and on plans without webhooks; `412`
 */
export const remove = async (act: Act, location: string): Promise<{ message: string }> => {
  await together(act, async (inner) => {
    checkTier(await store.lockTier(inner.db, location));
    const old = await lockConfigured(inner, location);
    checkMatch(inner, () => ofState(stateOf(old)));
    await store.deleteCalls(inner.db, location);
    await change(inner, store.deleteWebhook(location), entry(location, "remove"));
  });
  return { message: "The webhook was removed, with what waited to be delivered and the list of deliveries." };
};

/**
 * Follows a change of a location's plan, within the transaction that makes it: what occurred on a plan without webhooks is never
 * sent later.
 */
export const followPlan = async (act: Act, location: string): Promise<void> => {
  if ((await store.lockWebhook(act.db, location)) === undefined) return;
  await store.holdLog(act.db, location);
  await store.moveCursor(act.db, location, await store.readHead(act.db, location));
};
