import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../auth/coverage.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, removeMatched } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound, refused } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import type { IdpCredential, IdpCredentialChange, IdpCredentialInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof IdpCredentialInput>;
type Wire = Static<typeof IdpCredential>;
type Sent = { body: Static<typeof IdpCredentialChange>; removed: ReadonlySet<string> };

const entry = (act: string) => ({
  location: SERVICE_LOCATION,
  act: `idp_credential.${act}`,
  subject: "idp_credential",
});

const registered = (): Error =>
  badRequest(
    '"client_id" is registered already for this "tenant_id"; change that credential instead.',
    "already_taken",
    "client_id",
  );

const checkLocations = async (act: Act, companies: readonly string[]): Promise<string[]> => {
  if (!(await coversAll(act.db, act.who, companies))) throw refused("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

/** All credentials of the identity provider. */
export const list = (act: Act): Promise<Wire[]> => store.selectIdpCredentials(act.db);

/** One credential. Errors: `404`. */
export const read = async (act: Act, id: string): Promise<Wire> => {
  const row = await store.findIdpCredential(act.db, id);
  if (row === undefined) throw notFound();
  return row;
};

/** Registers an application (interface 5.8). Errors: `400` for one that is registered, `403` for a location that the caller lacks. */
export const create = async (act: Act, body: Input): Promise<Wire> => {
  const row: store.IdpCredentialRow = {
    _id: newId(undefined, act.now),
    name: body.name,
    tenant_id: body.tenant_id.toLowerCase(),
    client_id: body.client_id.toLowerCase(),
    companies: await checkLocations(act, body.companies),
    create_date: iso(act.now),
    mod_date: iso(act.now),
  };
  if ((await change(act, store.insertIdpCredential(row), entry("create"))).length === 0) throw registered();
  return row;
};

const merged = async (
  act: Act,
  { body, removed }: Sent,
  old: store.IdpCredentialRow,
): Promise<store.IdpCredentialRow> => {
  for (const key of ["name", "tenant_id", "client_id", "companies"])
    if (removed.has(key)) throw badRequest(`"${key}" is required and cannot be removed.`, "not_removable", key);
  return {
    ...old,
    name: body.name ?? old.name,
    tenant_id: body.tenant_id?.toLowerCase() ?? old.tenant_id,
    client_id: body.client_id?.toLowerCase() ?? old.client_id,
    companies: body.companies === undefined ? old.companies : await checkLocations(act, body.companies),
  };
};

/** Changes a credential; the next call with a token of it finds the change. Errors: `400`, `403`, `404`. */
export const update = (act: Act, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    await store.lockIdpCredentials(inner.db);
    const old = await read(inner, id);
    checkMatch(inner, () => old);
    const row = await merged(inner, sent, old);
    if (isDeepStrictEqual(row, old)) return old;
    const holder = await store.findByApplication(inner.db, row);
    if (holder !== undefined && holder._id !== id) throw registered();
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateIdpCredential(changed), entry("change"));
    return changed;
  });

const removeAny = async (act: Act, id: string): Promise<{ message: string }> => {
  const removed = await change(act, store.deleteIdpCredential(id), entry("remove"));
  if (removed.length === 0) throw notFound();
  return { message: "The credential was removed; tokens of its application are refused." };
};

/** Removes a credential: tokens of its application are refused at once. Errors: `404`, `412`. */
export const remove = (act: Act, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      await store.lockIdpCredentials(db);
      return store.findIdpCredential(db, id);
    },
    (inner) => removeAny(inner, id),
  );
