import type { Credential } from "../../platform/auth/credential.ts";
import type { Db } from "../../platform/db/database.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { mapInSlices } from "../../platform/lib/async/slices.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as users from "../users/directory-users.ts";
import {
  type Action,
  differenceOf,
  namesakeKey,
  type Problem,
  type Surroundings,
  entitlementOf,
} from "./difference.ts";
import * as records from "./records-store.ts";
import type { PersonState } from "./records-store.ts";
import type { DirectoryRow } from "./store.ts";

/** What the engine needs to know of a directory. */
export type Directory = Pick<DirectoryRow, "_id" | "name" | "rules">;

/** A person, and what is to be done for them. */
export type Difference = { person: PersonState; actions: Action[] };

/** Whose changes they are, in the audit log. */
export const principalOf = ({ _id, name }: Pick<Directory, "_id" | "name">): Credential => ({
  kind: "directory",
  _id,
  name,
  role: "employee",
  locations: [],
});

const surroundingsOf = async (
  db: Db,
  { _id, rules }: Directory,
  people: readonly PersonState[],
): Promise<Surroundings> => {
  const locations = await records.findLocations(
    db,
    rules.flatMap(({ hosts_at, users_at = [] }) => [...hosts_at, ...users_at]),
  );
  const mails = people.flatMap(({ email, active }) => (email !== null && active ? [email] : []));
  const hostsAt = new Set(people.flatMap((person) => entitlementOf(person, { rules, locations }).hostsAt));
  const namesakes = await records.findNamesakes(db, _id, [...hostsAt], mails);
  const accounts = await records.findAccounts(db, mails);
  return {
    rules,
    locations,
    namesakes: new Map(namesakes.map((host) => [namesakeKey(host.company_id, host.mail), host])),
    accounts: new Set(accounts.filter(({ directory_id }) => directory_id !== _id).map(({ email }) => email)),
  };
};

/**
 * What is to be done so that hosts and users are as the directory and its rules say; nothing is changed.
 * @param emails addresses that a person had until now: another one may have waited for it
 */
export const differencesOf = async (
  db: Db,
  directory: Directory,
  ids: readonly string[],
  emails: readonly string[] = [],
): Promise<Difference[]> => {
  const people = await records.listStates(db, directory._id, ids, emails);
  const around = await surroundingsOf(db, directory, people);
  return mapInSlices(people, (person) => ({ person, actions: differenceOf(person, around) }));
};

type Work = { ctx: RequestContext; directory: Directory; person: PersonState };

const originOf = ({ directory, person }: Work) => ({ directory_id: directory._id, person_id: person._id });

const logHost = (location: string, action: string) => ({ location, action: `host.${action}`, subject: "host" });

const writeHost = async (work: Work, action: Action): Promise<void> => {
  const { ctx } = work;
  const at = iso(ctx.now);
  if (action.do === "create_host") {
    const { location, fields } = action;
    const row = { ...fields, _id: newId(location, ctx.now), person_id: work.person._id };
    await records.insertDirectoryHosts(ctx, { location, directory: work.directory._id, at }, [row]);
  } else if (action.do === "change_host") {
    const { host, fields, how } = action;
    const query = records.updateDirectoryHost(host, { ...fields, ...originOf(work) }, at);
    await runLoggedQuery(ctx, query, logHost(host.company_id, how === "show" ? "show" : "change"));
  } else if (action.do === "hide_host") {
    await runLoggedQuery(ctx, records.hideHost(action.host, at), logHost(action.host.company_id, "hide"));
  } else if (action.do === "remove_host") {
    await runLoggedQuery(ctx, records.deleteDirectoryHost(action.host), logHost(action.host.company_id, "remove"));
  }
};

const writeUser = async (work: Work, action: Action): Promise<Problem[]> => {
  const { ctx } = work;
  if (action.do === "create_user") {
    const { fields, language_id } = action;
    const isDone = await users.createDirectoryUser(ctx, { ...fields, ...originOf(work), language_id });
    return isDone ? [] : ["email_of_another"];
  }
  if (action.do !== "change_user" && action.do !== "remove_user") return [];
  const isDone =
    action.do === "change_user"
      ? await users.changeDirectoryUser(ctx, action.user, action.fields)
      : await users.removeDirectoryUser(ctx, action.user);
  return isDone ? [] : ["last_administrator"];
};

const execute = async (work: Work, actions: readonly Action[]): Promise<Problem[]> => {
  const problems: Problem[] = [];
  for (const action of actions) {
    if (action.do === "report") problems.push(action.reason);
    await writeHost(work, action);
    problems.push(...(await writeUser(work, action)));
  }
  return problems;
};

/** Whether a sync changes anything of a person. */
export const isWork = ({ actions }: Difference): boolean => actions.some((action) => action.do !== "report");

/**
 * Brings hosts and users of some people up to date, in the transaction of `ctx`.
 * @param ids and emails as in `differencesOf`
 * @returns what was left undone, and why
 */
export const applyWithin = async (
  ctx: RequestContext,
  directory: Directory,
  ids: readonly string[],
  emails: readonly string[] = [],
): Promise<Problem[]> => {
  await records.lockStates(ctx.db, directory._id, ids);
  const problems: Problem[] = [];
  const inner = { ...ctx, principal: principalOf(directory) };
  for (const { person, actions } of await differencesOf(ctx.db, directory, ids, emails))
    problems.push(...(await execute({ ctx: inner, directory, person }, actions)));
  return problems;
};

/** How many people become hosts in one transaction. */
const NEW_HOSTS_MAX = 50;

/** Whether a person becomes a host and nothing else. */
export const becomesHost = ({ actions }: Difference): boolean =>
  actions.length > 0 && actions.every((action) => action.do === "create_host");

/**
 * Creates the hosts of people who only become hosts: no one else waits for a row of theirs, so that several can be done at once.
 * The locations are in one order for all, as their logs are locked. @returns the IDs of those who were still to become hosts
 */
const addHosts = (ctx: RequestContext, directory: Directory, ids: readonly string[]): Promise<string[]> =>
  inTransaction({ ...ctx, principal: principalOf(directory) }, async (inner) => {
    await records.lockStates(inner.db, directory._id, ids);
    const wanted = new Set(ids);
    const all = await differencesOf(inner.db, directory, ids);
    const found = all.filter((one) => wanted.has(one.person._id) && becomesHost(one));
    const hosts = found.flatMap(({ person, actions }) =>
      actions.flatMap((action) => (action.do === "create_host" ? [{ ...action, person_id: person._id }] : [])),
    );
    for (const location of [...new Set(hosts.map((host) => host.location))].toSorted()) {
      const here = hosts.filter((host) => host.location === location);
      const rows = here.map(({ fields, person_id }) => ({ ...fields, person_id, _id: newId(location, ctx.now) }));
      await records.insertDirectoryHosts(inner, { location, directory: directory._id, at: iso(ctx.now) }, rows);
    }
    return found.map(({ person }) => person._id);
  });

/** The IDs of people whom a sync changes. @property added those who become hosts and nothing else */
export type PeopleToDo = { added: readonly string[]; others: readonly string[] };

const peopleToDo = (found: readonly Difference[]): PeopleToDo => ({
  added: found.flatMap((one) => (becomesHost(one) ? [one.person._id] : [])),
  others: found.flatMap((one) => (isWork(one) && !becomesHost(one) ? [one.person._id] : [])),
});

/**
 * Brings hosts and users of many people up to date, in a transaction for each person who needs it, but for new hosts: a
 * visitor who signs in doesn't wait for all of them.
 * @param stopping ends it after the transaction in progress
 * @returns what was left undone, and why, by person
 */
export const applyAll = async (
  ctx: RequestContext,
  directory: Directory,
  { added, others }: PeopleToDo,
  stopping?: AbortSignal,
): Promise<Map<string, Problem[]>> => {
  const problems = new Map<string, Problem[]>();
  const done = new Set<string>();
  for (let n = 0; n < added.length; n += NEW_HOSTS_MAX) {
    if (stopping?.aborted === true) break;
    for (const id of await addHosts(ctx, directory, added.slice(n, n + NEW_HOSTS_MAX))) done.add(id);
  }
  for (const id of [...added.filter((one) => !done.has(one)), ...others]) {
    if (stopping?.aborted === true) break;
    problems.set(id, await inTransaction(ctx, (inner) => applyWithin(inner, directory, [id])));
  }
  return problems;
};

/** The same for some people, by their IDs. */
export const applyEach = async (
  ctx: RequestContext,
  directory: Directory,
  ids: readonly string[],
): Promise<Map<string, Problem[]>> => applyAll(ctx, directory, peopleToDo(await differencesOf(ctx.db, directory, ids)));
