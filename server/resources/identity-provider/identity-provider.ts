import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../../platform/auth/coverage.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound, forbidden } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { IdpCredential, IdpCredentialChange, IdpCredentialInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof IdpCredentialInput>;
type Wire = Static<typeof IdpCredential>;
type Update = UpdateInput<Static<typeof IdpCredentialChange>>;

const entry = (action: string) => ({
  location: SERVICE_LOCATION,
  action: `idp_credential.${action}`,
  subject: "idp_credential",
});

const registered = (): Error =>
  badRequest(
    'This "client_id" is already registered for this "tenant_id". Change that application instead.',
    "already_taken",
    "client_id",
  );

const checkLocations = async (ctx: RequestContext, companies: readonly string[]): Promise<string[]> => {
  if (!(await coversAll(ctx.db, ctx.principal, companies)))
    throw forbidden("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

/** All credentials of the identity provider. */
export const listIdpCredentials = (ctx: RequestContext): Promise<Wire[]> => store.listIdpCredentials(ctx.db);

/** One credential. Errors: `404`. */
export const readIdpCredential = async (ctx: RequestContext, id: string): Promise<Wire> => {
  const row = await store.findIdpCredential(ctx.db, id);
  if (row === undefined) throw notFound();
  return row;
};

/**
 * Registers an application (interface 5.8). Errors: `400` if it is registered already, `403` for a location that the
 * caller does not cover.
 */
export const createIdpCredential = async (ctx: RequestContext, body: Input): Promise<Wire> => {
  const row: store.IdpCredentialRow = {
    _id: newId(undefined, ctx.now),
    name: body.name,
    tenant_id: body.tenant_id.toLowerCase(),
    client_id: body.client_id.toLowerCase(),
    companies: await checkLocations(ctx, body.companies),
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  if ((await runLoggedQuery(ctx, store.insertIdpCredential(row), entry("create"))).length === 0) throw registered();
  return row;
};

const merged = async (
  ctx: RequestContext,
  { body, removed }: Update,
  old: store.IdpCredentialRow,
): Promise<store.IdpCredentialRow> => {
  checkNotRemoved({ removed }, "name", "tenant_id", "client_id", "companies");
  return {
    ...old,
    name: body.name ?? old.name,
    tenant_id: body.tenant_id?.toLowerCase() ?? old.tenant_id,
    client_id: body.client_id?.toLowerCase() ?? old.client_id,
    companies: body.companies === undefined ? old.companies : await checkLocations(ctx, body.companies),
  };
};

/** Changes a credential; it applies to the next call with one of its tokens. Errors: `400`, `403`, `404`. */
export const updateIdpCredential = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    await store.lockIdpCredentials(inner.db);
    const old = await readIdpCredential(inner, id);
    checkIfMatch(inner, () => old);
    const row = await merged(inner, input, old);
    if (isDeepStrictEqual(row, old)) return old;
    const holder = await store.findByApplication(inner.db, row);
    if (holder !== undefined && holder._id !== id) throw registered();
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateIdpCredential(changed), entry("change"));
    return changed;
  });

const removeAny = async (ctx: RequestContext, id: string): Promise<{ message: string }> => {
  const removed = await runLoggedQuery(ctx, store.deleteIdpCredential(id), entry("remove"));
  if (removed.length === 0) throw notFound();
  return { message: "Application removed. Its access tokens no longer work." };
};

/** Removes a credential: tokens of its application are refused at once. Errors: `404`, `412`. */
export const removeIdpCredential = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      await store.lockIdpCredentials(db);
      return store.findIdpCredential(db, id);
    },
    (inner) => removeAny(inner, id),
  );
