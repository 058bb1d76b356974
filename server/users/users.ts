import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../auth/coverage.ts";
import { hashPassword } from "../auth/passwords.ts";
import { KEY_ROLES, type KeyRole, mayGive, type Role } from "../auth/roles.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound, refused } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { queueMessage } from "../messages/queue.ts";
import type { Me, User, UserChange, UserInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof UserInput>;
type Wire = Static<typeof User>;
type Sent = { body: Static<typeof UserChange>; removed: ReadonlySet<string> };

const wire = (row: store.UserRow): Wire => {
  const { password: _password, first_name, last_name, language_id, identity, ...rest } = row;
  return {
    ...rest,
    ...(first_name === null ? {} : { first_name }),
    ...(last_name === null ? {} : { last_name }),
    ...(language_id === null ? {} : { language_id }),
    ...(identity === null ? {} : { identity_provider: { issuer: identity.issuer, since: identity.since } }),
  };
};

/**
 * Whether the caller sees this user: a local admin sees those all of whose locations are their own (decisions 4).
 * Somebody left without any, because the location was removed, was never theirs.
 */
const sees = ({ who }: Act, user: store.UserRow): boolean => {
  const { locations } = who;
  if (locations === "all") return true;
  if (user.companies.length === 0) return false;
  return user.role !== "global_admin" && user.companies.every((id) => locations.includes(id));
};

const checkGiven = async (act: Act, role: Role, companies: readonly string[]): Promise<string[]> => {
  if (!mayGive(act.who.role, role)) throw refused("gives a role that the caller does not have");
  if (act.who.locations !== "all" && companies.length === 0)
    throw badRequest(
      '"companies" must name at least one location; you would not see the user.',
      "missing_key",
      "companies",
    );
  if (!(await coversAll(act.db, act.who, companies))) throw refused("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

/** The users the caller sees, by e-mail address. */
export const list = async (act: Act): Promise<Wire[]> =>
  (await store.selectUsers(act.db)).filter((user) => sees(act, user)).map(wire);

/** One user. Errors: `404`, also for one the caller does not see. */
export const read = async (act: Act, id: string): Promise<Wire> => {
  const user = await store.findUser(act.db, id);
  if (user === undefined || !sees(act, user)) throw notFound();
  return wire(user);
};

const keyRoleOf = ({ role }: Act["who"]): KeyRole => KEY_ROLES.find((known) => known === role) ?? "read_only";

/** Who is calling. */
export const me = async (act: Act): Promise<Static<typeof Me>> => {
  const { who } = act;
  if (who.kind === "user") {
    const user = await store.findUser(act.db, who._id);
    if (user === undefined) throw notFound();
    return wire(user);
  }
  const companies = who.locations === "all" ? [] : [...who.locations];
  const scopes = who.scopes === undefined || who.scopes.length === 0 ? {} : { scopes: [...who.scopes] };
  const type = who.kind === "idp_credential" ? who.kind : "api_key";
  return { _id: who._id, type, name: who.name, role: keyRoleOf(who), companies, ...scopes };
};

const emailTaken = (): Error => badRequest('"email" belongs to another user.', "already_taken", "email");

const invite = (act: Act, user: store.UserRow): Promise<void> =>
  queueMessage(act.db, {
    // An account belongs to no location: no outbox shows how to take it over.
    location: SERVICE_LOCATION,
    kind: "mail",
    recipient: user.email,
    template: "user_invitation",
    parameters: { userId: user._id },
    subjectId: user._id,
    language: user.language_id ?? undefined,
    now: act.now,
  });

const newUser = async (act: Act, body: Input): Promise<store.UserRow> => ({
  _id: newId(undefined, act.now),
  email: body.email.toLowerCase(),
  password: body.password === undefined ? null : await hashPassword(body.password),
  first_name: body.first_name ?? null,
  last_name: body.last_name ?? null,
  role: body.role,
  companies: await checkGiven(act, body.role, body.companies ?? []),
  language_id: body.language_id ?? null,
  active: body.active ?? true,
  identity: null,
  create_date: iso(act.now),
  mod_date: iso(act.now),
});

/** Creates a user; without a password an invitation is queued. Errors: `400` for a taken address, `403` for what the caller lacks. */
export const create = (act: Act, body: Input): Promise<Wire> =>
  together(act, async (inner) => {
    const user = await newUser(inner, body);
    const written = await change(inner, store.insertUser(user), {
      location: SERVICE_LOCATION,
      act: "user.create",
      subject: "user",
    });
    if (written.length === 0) throw emailTaken();
    if (user.password === null) await invite(inner, user);
    return wire(user);
  });

const keep = <T>(sent: T | undefined, name: string, { removed }: Sent, stored: T | null): T | null =>
  removed.has(name) ? null : (sent ?? stored);

const merged = async (act: Act, sent: Sent, old: store.UserRow): Promise<store.UserRow> => {
  const { body, removed } = sent;
  if (removed.has("email") || removed.has("role"))
    throw badRequest('"email" and "role" are required and cannot be removed.', "not_removable");
  const role = body.role ?? old.role;
  const companies = removed.has("companies") ? [] : (body.companies ?? old.companies);
  const given = role !== old.role || !isDeepStrictEqual(companies, old.companies);
  const email = body.email?.toLowerCase() ?? old.email;
  return {
    ...old,
    email,
    // Who has another address may be somebody else to the provider.
    identity: removed.has("identity_provider") || email !== old.email ? null : old.identity,
    password: body.password === undefined ? old.password : await hashPassword(body.password),
    first_name: keep(body.first_name, "first_name", sent, old.first_name),
    last_name: keep(body.last_name, "last_name", sent, old.last_name),
    role,
    companies: given ? await checkGiven(act, role, companies) : companies,
    language_id: keep(body.language_id, "language_id", sent, old.language_id),
    active: removed.has("active") ? true : (body.active ?? old.active),
  };
};

/** Somebody must be left who can manage the service. */
const checkNotLast = async (act: Act, old: store.UserRow, stays: boolean): Promise<void> => {
  if (old.role !== "global_admin" || !old.active || stays) return;
  if ((await store.countOtherAdmins(act.db, old._id)) === 0)
    throw badRequest("This is the last active global admin; create another one first.", "last_administrator");
};

const lockSeen = async (act: Act, id: string): Promise<store.UserRow> => {
  await store.lockUsers(act.db);
  const user = await store.lockUser(act.db, id);
  if (user === undefined || !sees(act, user)) throw notFound();
  return user;
};

/** Changes a user. Errors: `400`, `403`, `404`. */
export const update = (act: Act, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await lockSeen(inner, id);
    if (!mayGive(act.who.role, old.role)) throw refused("changes somebody with a role that the caller does not have");
    checkMatch(inner, () => wire(old));
    const row = await merged(inner, sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old);
    await checkNotLast(inner, old, row.role === "global_admin" && row.active);
    const holder = row.email === old.email ? undefined : await store.findUserByEmail(inner.db, row.email);
    if (holder !== undefined) throw emailTaken();
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateUser(changed), { location: SERVICE_LOCATION, act: "user.change", subject: "user" });
    return wire(changed);
  });

/** Changes what is a user's own to change: name and language. Errors: `404`. */
export const updateSelf = (act: Act, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockUser(inner.db, id);
    if (old === undefined) throw notFound();
    const { first_name, last_name, language_id } = sent.body;
    const row = {
      ...old,
      first_name: keep(first_name, "first_name", sent, old.first_name),
      last_name: keep(last_name, "last_name", sent, old.last_name),
      language_id: keep(language_id, "language_id", sent, old.language_id),
    };
    if (isDeepStrictEqual(row, old)) return wire(old);
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateUser(changed), { location: SERVICE_LOCATION, act: "user.change", subject: "user" });
    return wire(changed);
  });

/** Removes a user. Errors: `400` for the last global admin, `403`, `404`. */
export const remove = (act: Act, id: string): Promise<{ message: string }> =>
  together(act, async (inner) => {
    const old = await lockSeen(inner, id);
    if (!mayGive(act.who.role, old.role)) throw refused("removes somebody with a role that the caller does not have");
    checkMatch(inner, () => wire(old));
    await checkNotLast(inner, old, false);
    await change(inner, store.deleteUser(id), { location: SERVICE_LOCATION, act: "user.remove", subject: "user" });
    return { message: "The user was removed." };
  });
