import type { Context } from "../../../platform/context.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { type LdapSession, openLdap } from "../../../platform/ldap/connection.ts";
import type { LdapEntry } from "../../../platform/ldap/entry.ts";
import { failureOf, LdapFailure } from "../../../platform/ldap/failure.ts";
import { comparableName } from "../../../platform/ldap/names.ts";
import { nextRangeOf, readRange, searchAll } from "../../../platform/ldap/search.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import { runLoggedQuery } from "../../../platform/events/log.ts";
import { logDirectory, readDirectory } from "../directories.ts";
import type { testDirectory } from "./contract.ts";
import { groupsOfPeople, namedGroups, type ReadGroup } from "./groups.ts";
import { idOf, personAttributes, personOf } from "./people.ts";
import { type LdapConfig, ldapConfigOf } from "./settings.ts";
import type { DirectoryList, ListedPerson } from "../save-list.ts";
import { type DirectoryRow, touchDirectory } from "../store.ts";

/** Pages that are read in some milliseconds: other requests have their turn in between. */
const PEOPLE_PAGE = 50;
/** A group can have thousands of members. */
const GROUPS_PAGE = 5;
const NAME_LENGTH_MAX = 500;
const PEOPLE_MAX = 100_000;
const GROUPS_MAX = 10_000;

type Person = Omit<ListedPerson, "groups">;
/** The people with their numbers in the list, by the names that groups can call them. */
type People = { list: Person[]; byName: Map<string, number> };

const tooMany = (what: string, max: number): LdapFailure =>
  new LdapFailure("too_many", `The search found more than ${max} ${what}. Use a narrower base or filter.`);

const readPeople = async (session: LdapSession, { people, attributes: of }: LdapConfig): Promise<People> => {
  const list: Person[] = [];
  const byName = new Map<string, number>();
  const byId = new Map<string, number>();
  const add = (entry: LdapEntry): void => {
    const person = personOf(entry, of);
    // Who is moved while pages are read can be in two of them.
    const n = byId.get(person.external_id) ?? list.length;
    if (n >= PEOPLE_MAX) throw tooMany("people", PEOPLE_MAX);
    list[n] = person;
    byId.set(person.external_id, n);
    byName.set(comparableName(entry.dn), n);
    const login = entry.text(of.login);
    if (login !== undefined) byName.set(login.toLowerCase(), n);
  };
  const attributes = personAttributes(of);
  await searchAll(session, { ...people, attributes, pageSize: PEOPLE_PAGE }, add);
  if (list.length === 0)
    throw new LdapFailure("no_people", "The server found no people. Check base, filter and rights of the bind DN.");
  return { list, byName };
};

/** Divides members into people of the list and others; the number after `#` of a `uniqueMember` isn't part of its name. */
const addMembers = (group: ReadGroup, members: readonly string[], { byName }: People): void => {
  for (const member of members) {
    const name = comparableName(member.replace(/#'[01]*'B$/, ""));
    const person = byName.get(name);
    if (person === undefined) group.others.push(name);
    else group.people.push(person);
  }
};

const readGroups = async (session: LdapSession, config: LdapConfig, people: People): Promise<ReadGroup[]> => {
  const { groups, attributes: of } = config;
  const found = new Map<string, ReadGroup>();
  const unfinished: { group: ReadGroup; dn: string; next: number }[] = [];
  const add = (entry: LdapEntry): void => {
    if (found.size >= GROUPS_MAX) throw tooMany("groups", GROUPS_MAX);
    const key = idOf(entry, of);
    const name = (entry.text(of.group_name) ?? entry.dn).slice(0, NAME_LENGTH_MAX);
    const group = { key, dn: comparableName(entry.dn), name, people: [], others: [] };
    const { values, next } = nextRangeOf(entry, of.member);
    addMembers(group, values, people);
    if (next !== undefined) unfinished.push({ group, dn: entry.dn, next });
    found.set(key, group);
  };
  const attributes = [of.id, of.group_name, of.member];
  await searchAll(session, { ...groups, attributes, pageSize: GROUPS_PAGE }, add);
  for (const { group, dn, next } of unfinished)
    addMembers(group, await readRange(session, dn, of.member, next), people);
  return [...found.values()];
};

/**
 * Reads everyone in an LDAP directory, with their groups; nothing is stored. A reading that breaks off has no result.
 * @param signal ends it. Errors: LdapFailure
 */
export const readLdap = async (
  { config, secretKey, previousKey }: Context,
  row: DirectoryRow,
  signal?: AbortSignal,
): Promise<DirectoryList> => {
  let session: LdapSession | undefined;
  try {
    const settings = ldapConfigOf({ secretKey, previousKey }, row);
    session = await openLdap(settings.access, config.connectAllowedNetworks, signal);
    const people = await readPeople(session, settings);
    const groups = await readGroups(session, settings, people);
    const keys = await groupsOfPeople(groups, people.list.length);
    return {
      people: people.list.map((person, n) => ({ ...person, groups: keys[n] ?? [] })),
      groups: namedGroups(groups),
    };
  } catch (error) {
    throw failureOf(error) ?? error;
  } finally {
    session?.close();
  }
};

type TestAnswer = Static<typeof testDirectory.response>;

/** Reads a directory, and counts what is in it; nothing changes. Errors: `400` for another kind, `404`. */
export const test = async (ctx: RequestContext, id: string): Promise<TestAnswer> => {
  const row = await readDirectory(ctx, id);
  if (row.kind !== "ldap") throw badRequest("Only a directory of kind ldap can be read.", "wrong_directory_kind");
  try {
    const { people, groups } = await readLdap(ctx.context, row);
    return { readable: true, people: people.length, groups: groups.length };
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error;
    return { readable: false, error: error.message, error_code: error.kind };
  }
};

/** Records who had a directory read, and whether that worked. */
export const recordTest = async (ctx: RequestContext, id: string, outcome: TestAnswer): Promise<TestAnswer> => {
  const body = { after: { readable: outcome.readable } };
  await runLoggedQuery(ctx, touchDirectory(id.toLowerCase()), { ...logDirectory("test"), body });
  return outcome;
};
