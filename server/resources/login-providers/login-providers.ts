import { isDeepStrictEqual } from "node:util";

import { SETTINGS_PROVIDER } from "../../platform/auth/credential.ts";
import { isIssuer } from "../../platform/config/config.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkNotRemoved, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import {
  DEFAULT_GROUPS_CLAIM,
  DEFAULT_SCOPES,
  type LoginProvider,
  type LoginProviderChange,
  type LoginProviderInput,
} from "./contract.ts";
import { checkRules } from "./rules.ts";
import { configuredProvider, redirectUriOf, sealSecret } from "./settings.ts";
import * as store from "./store.ts";

type Wire = Static<typeof LoginProvider>;
type Update = UpdateInput<Static<typeof LoginProviderChange>>;
type Row = store.LoginProviderRow;

const entry = (action: string) => ({
  location: SERVICE_LOCATION,
  action: `login_provider.${action}`,
  subject: "login_provider",
});

const wire = ({ context }: RequestContext, row: Row): Wire => {
  const { issuer, client_id, client_secret, ...rest } = row;
  return {
    ...rest,
    ...(issuer === null ? {} : { issuer }),
    ...(client_id === null ? {} : { client_id }),
    has_secret: client_secret !== null,
    redirect_uri: redirectUriOf(context, row._id),
    from_settings: false,
  };
};

/** The provider of the settings, in the form of the others. */
const configured = ({ context }: RequestContext): Wire | undefined => {
  const found = configuredProvider(context);
  if (found === undefined) return undefined;
  const { _id, name, issuer, clientId, scopes, groupsClaim, redirectUri } = found;
  return {
    _id,
    name,
    issuer,
    client_id: clientId,
    has_secret: true,
    scopes,
    groups_claim: groupsClaim,
    active: true,
    rules: [],
    redirect_uri: redirectUri,
    from_settings: true,
  };
};

/** All login providers, that of the settings first (docs/sessions.md). */
export const list = async (ctx: RequestContext): Promise<Wire[]> => {
  const rows = await store.listLoginProviders(ctx.db);
  return [...[configured(ctx)].filter((found) => found !== undefined), ...rows.map((row) => wire(ctx, row))];
};

/** One login provider. Errors: `404`. */
export const read = async (ctx: RequestContext, id: string): Promise<Wire> => {
  const row = await store.findLoginProvider(ctx.db, id.toLowerCase());
  const found = row === undefined ? undefined : wire(ctx, row);
  const answer = found ?? (id === SETTINGS_PROVIDER ? configured(ctx) : undefined);
  if (answer === undefined) throw notFound();
  return answer;
};

const checkIssuer = (issuer: string): void => {
  if (!isIssuer(issuer))
    throw badRequest(
      '"issuer" must be an https URL such as https://id.example.org/realms/staff.',
      "wrong_format",
      "issuer",
    );
};

/** Who logs in there needs all three. Errors: `400` that names the first that is missing. */
const checkComplete = (row: Row): void => {
  const missing = (["issuer", "client_id", "client_secret"] as const).find((name) => row[name] === null);
  if (row.active && missing !== undefined)
    throw badRequest(`"${missing}" is required before the provider is turned on.`, "missing_key", missing);
};

const merged = async (ctx: RequestContext, input: Update, old: Row): Promise<Row> => {
  const { body, removed } = input;
  checkNotRemoved(input, "name");
  if (body.issuer !== undefined) checkIssuer(body.issuer);
  const secret = body.client_secret && sealSecret(ctx.context.secretKey, old._id, body.client_secret);
  const row = {
    ...old,
    name: body.name ?? old.name,
    issuer: mergeValue(input, "issuer", body.issuer, old.issuer, null),
    client_id: mergeValue(input, "client_id", body.client_id, old.client_id, null),
    client_secret: mergeValue(input, "client_secret", secret, old.client_secret, null),
    scopes: mergeValue(input, "scopes", body.scopes, old.scopes, DEFAULT_SCOPES),
    groups_claim: mergeValue(input, "groups_claim", body.groups_claim, old.groups_claim, DEFAULT_GROUPS_CLAIM),
    active: mergeValue(input, "active", body.active, old.active, false),
    rules: removed.has("rules") ? [] : body.rules === undefined ? old.rules : await checkRules(ctx, body.rules),
  };
  checkComplete(row);
  return row;
};

/** Adds a provider, at first without a button on the login page. Errors: `400`. */
export const create = async (ctx: RequestContext, body: Static<typeof LoginProviderInput>): Promise<Wire> => {
  const empty: Row = {
    _id: newId(undefined, ctx.now),
    name: body.name,
    issuer: null,
    client_id: null,
    client_secret: null,
    scopes: DEFAULT_SCOPES,
    groups_claim: DEFAULT_GROUPS_CLAIM,
    active: false,
    rules: [],
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  const row = await merged(ctx, { body, removed: new Set() }, empty);
  await runLoggedQuery(ctx, store.insertLoginProvider(row), entry("create"));
  return wire(ctx, row);
};

/** Reads a provider and locks it until the transaction ends. Errors: `404`, also for that of the settings; `412`. */
const lock = async (ctx: RequestContext, id: string): Promise<Row> => {
  const row = await store.lockLoginProvider(ctx.db, id.toLowerCase());
  if (row === undefined && id === SETTINGS_PROVIDER && configured(ctx) !== undefined)
    throw notFound("This provider is set by OIDC_ISSUER on the server. Change it there.");
  if (row === undefined) throw notFound();
  checkIfMatch(ctx, () => wire(ctx, row));
  return row;
};

/** Changes a provider. Errors: `400`, `404`, `412`. */
export const update = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lock(inner, id);
    const row = await merged(inner, input, old);
    if (isDeepStrictEqual(row, old)) return wire(inner, old);
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateLoginProvider(changed), entry("change"));
    // To another application, the provider can name the same person otherwise, and another person the same.
    if (row.issuer !== old.issuer || row.client_id !== old.client_id) await store.deleteLinks(inner.db, row._id);
    return wire(inner, changed);
  });

/** Removes a provider: only further logins end with it (docs/sessions.md). Errors: `404`, `412`. */
export const remove = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const { _id } = await lock(inner, id);
    await store.deleteContents(inner.db, _id);
    await runLoggedQuery(inner, store.deleteLoginProvider(_id), entry("remove"));
    return { message: "Login provider removed. Users who logged in with it remain logged in." };
  });
