import { checkNotRemoved, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../../platform/auth/coverage.ts";
import { KEY_ROLES, type KeyRole, canAssignRole, type Role } from "../../../shared/roles.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { checkUnlocked } from "../../platform/db/directory-lock.ts";
import { badRequest, notFound, forbidden } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { queueMessage } from "../messages/queue.ts";
import type { Me, User, UserChange, UserInput } from "./contract.ts";
import { deleteLinks } from "./links-store.ts";
import * as store from "./store.ts";

type Input = Static<typeof UserInput>;
type Wire = Static<typeof User>;
type Update = UpdateInput<Static<typeof UserChange>>;

const wire = (row: store.UserRow): Wire => {
  const { password: _password, first_name, last_name, language_id, link, second_factor, ...other } = row;
  const { directory_id, external_id, ...rest } = other;
  return {
    ...rest,
    ...(second_factor ? { second_factor } : {}),
    ...(directory_id === null ? {} : { directory_id }),
    ...(external_id === null ? {} : { external_id }),
    ...(first_name === null ? {} : { first_name }),
    ...(last_name === null ? {} : { last_name }),
    ...(language_id === null ? {} : { language_id }),
    ...(link === null ? {} : { identity_provider: { issuer: link.issuer, since: link.since } }),
  };
};

/**
 * Whether the caller sees this user: a local admin sees users who have only locations that the admin covers (rules 4).
 * A user without any, because the location was removed, is not one of them.
 */
const sees = ({ principal }: RequestContext, user: store.UserRow): boolean => {
  const { locations } = principal;
  if (locations === "all") return true;
  if (user.companies.length === 0) return false;
  return user.role !== "global_admin" && user.companies.every((id) => locations.includes(id));
};

const checkGiven = async (ctx: RequestContext, role: Role, companies: readonly string[]): Promise<string[]> => {
  if (!canAssignRole(ctx.principal.role, role)) throw forbidden("gives a role that the caller does not have");
  if (ctx.principal.locations !== "all" && companies.length === 0)
    throw badRequest(
      '"companies" must contain at least one of your locations, or you couldn\'t see the user.',
      "missing_key",
      "companies",
    );
  if (!(await coversAll(ctx.db, ctx.principal, companies)))
    throw forbidden("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

/** The users the caller sees, by email address. */
export const listUsers = async (ctx: RequestContext): Promise<Wire[]> =>
  (await store.listUsers(ctx.db)).filter((user) => sees(ctx, user)).map(wire);

/** One user. Errors: `404`, also if the caller does not see them. */
export const readUser = async (ctx: RequestContext, id: string): Promise<Wire> => {
  const user = await store.findUser(ctx.db, id);
  if (user === undefined || !sees(ctx, user)) throw notFound();
  return wire(user);
};

const keyRoleOf = ({ role }: RequestContext["principal"]): KeyRole =>
  KEY_ROLES.find((known) => known === role) ?? "read_only";

/** Who is calling. */
export const me = async (ctx: RequestContext): Promise<Static<typeof Me>> => {
  const { principal } = ctx;
  if (principal.kind === "user") {
    const user = await store.findUser(ctx.db, principal._id);
    if (user === undefined) throw notFound();
    return wire(user);
  }
  const companies = principal.locations === "all" ? [] : [...principal.locations];
  const scopes =
    principal.scopes === undefined || principal.scopes.length === 0 ? {} : { scopes: [...principal.scopes] };
  const type = principal.kind === "idp_credential" ? principal.kind : "api_key";
  return { _id: principal._id, type, name: principal.name, role: keyRoleOf(principal), companies, ...scopes };
};

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `user.${action}`, subject: "user" });

const emailTaken = (): Error => badRequest('"email" is already used by another user.', "already_taken", "email");

const invite = (ctx: RequestContext, user: store.UserRow): Promise<void> =>
  queueMessage(ctx.db, {
    // An account belongs to no location: no outbox shows the link that would take it over.
    location: SERVICE_LOCATION,
    kind: "mail",
    recipient: user.email,
    template: "user_invitation",
    parameters: { userId: user._id },
    subjectId: user._id,
    language: user.language_id ?? undefined,
    now: ctx.now,
  });

const newUser = async (ctx: RequestContext, body: Input): Promise<store.UserRow> => ({
  _id: newId(undefined, ctx.now),
  email: body.email.toLowerCase(),
  password: body.password === undefined ? null : await ctx.context.passwords.hash(body.password),
  first_name: body.first_name ?? null,
  last_name: body.last_name ?? null,
  role: body.role,
  companies: await checkGiven(ctx, body.role, body.companies ?? []),
  language_id: body.language_id ?? null,
  active: body.active ?? true,
  link: null,
  directory_id: null,
  external_id: null,
  second_factor: false,
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
});

/**
 * Creates a user; without a password an invitation is queued. Errors: `400` for a taken address, `403` for rights that
 * the caller lacks.
 */
export const createUser = (ctx: RequestContext, body: Input): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const user = await newUser(inner, body);
    const written = await runLoggedQuery(inner, store.insertUser(user), entry("create"));
    if (written.length === 0) throw emailTaken();
    if (user.password === null) await invite(inner, user);
    return wire(user);
  });

const merged = async (ctx: RequestContext, input: Update, old: store.UserRow): Promise<store.UserRow> => {
  const { body, removed } = input;
  checkNotRemoved(input, "email", "role");
  const role = body.role ?? old.role;
  const companies = removed.has("companies") ? [] : (body.companies ?? old.companies);
  const givesRights = role !== old.role || !isDeepStrictEqual(companies, old.companies);
  const email = body.email?.toLowerCase() ?? old.email;
  return {
    ...old,
    email,
    // A user with another address may be another person to the provider.
    link: removed.has("identity_provider") || email !== old.email ? null : old.link,
    password: body.password === undefined ? old.password : await ctx.context.passwords.hash(body.password),
    first_name: mergeValue(input, "first_name", body.first_name, old.first_name, null),
    last_name: mergeValue(input, "last_name", body.last_name, old.last_name, null),
    role,
    companies: givesRights ? await checkGiven(ctx, role, companies) : companies,
    language_id: mergeValue(input, "language_id", body.language_id, old.language_id, null),
    active: removed.has("active") ? true : (body.active ?? old.active),
  };
};

/** What a directory says of its users. */
const LOCKED = ["email", "first_name", "last_name", "role", "companies", "active"] as const;

/** The first locked field that a change concerns. */
const changedOf = (row: store.UserRow, old: store.UserRow): string | undefined =>
  LOCKED.find((name) => !isDeepStrictEqual(row[name], old[name]));

/** At least one user must remain who can manage the service. */
const checkNotLast = async (ctx: RequestContext, old: store.UserRow, stays: boolean): Promise<void> => {
  if (old.role !== "global_admin" || !old.active || stays) return;
  if ((await store.countOtherAdmins(ctx.db, old._id)) === 0)
    throw badRequest("This is the only active global administrator. Create another one first.", "last_administrator");
};

const lockSeen = async (ctx: RequestContext, id: string): Promise<store.UserRow> => {
  await store.lockUsers(ctx.db);
  const user = await store.lockUser(ctx.db, id);
  if (user === undefined || !sees(ctx, user)) throw notFound();
  return user;
};

/** Changes a user. Errors: `400`, `403`, `404`. */
export const updateUser = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockSeen(inner, id);
    if (!canAssignRole(ctx.principal.role, old.role))
      throw forbidden("changes a user with a role that the caller does not have");
    checkIfMatch(inner, () => wire(old));
    const row = await merged(inner, input, old);
    if (isDeepStrictEqual(row, old)) return wire(old);
    await checkUnlocked(inner.db, old, changedOf(row, old));
    await checkNotLast(inner, old, row.role === "global_admin" && row.active);
    const holder = row.email === old.email ? undefined : await store.findUserByEmail(inner.db, row.email);
    if (holder !== undefined) throw emailTaken();
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateUser(changed), entry("change"));
    if (row.link === null) await deleteLinks(inner.db, id);
    return wire(changed);
  });

/** Changes the user's own name and language. Errors: `404`. */
export const updateSelf = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockUser(inner.db, id);
    if (old === undefined) throw notFound();
    const { first_name, last_name, language_id } = input.body;
    const row = {
      ...old,
      first_name: mergeValue(input, "first_name", first_name, old.first_name, null),
      last_name: mergeValue(input, "last_name", last_name, old.last_name, null),
      language_id: mergeValue(input, "language_id", language_id, old.language_id, null),
    };
    if (isDeepStrictEqual(row, old)) return wire(old);
    await checkUnlocked(inner.db, old, changedOf(row, old));
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateUser(changed), entry("change"));
    return wire(changed);
  });

/** Removes a user. Errors: `400` for the last global admin, `403`, `404`. */
export const removeUser = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockSeen(inner, id);
    if (!canAssignRole(ctx.principal.role, old.role))
      throw forbidden("removes a user with a role that the caller does not have");
    checkIfMatch(inner, () => wire(old));
    await checkUnlocked(inner.db, old, "_id");
    await checkNotLast(inner, old, false);
    await runLoggedQuery(inner, store.deleteUser(id), entry("remove"));
    return { message: "User removed." };
  });
