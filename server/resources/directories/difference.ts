import { isDeepStrictEqual } from "node:util";

import { ROLES, type Role } from "../../../shared/roles.ts";
import type { DirectoryUserFields } from "../users/directory-users.ts";
import { type Details, detailsOf, valuesOf } from "./person.ts";
import type { HostFields, HostState, Namesake, PersonState, UserState } from "./records-store.ts";
import type { DirectoryRule } from "./store.ts";

/** Why what the rules ask for isn't done. */
export type Problem = "same_email" | "email_of_another" | "no_email" | "last_administrator";

/** One thing to do for a person. */
export type Action =
  | { do: "create_host"; location: string; fields: HostFields }
  | {
      do: "change_host";
      host: { company_id: string; _id: string };
      fields: HostFields;
      how: "change" | "show" | "adopt";
    }
  | { do: "hide_host" | "remove_host"; host: HostState }
  | { do: "create_user"; fields: DirectoryUserFields; language_id: string | null }
  | { do: "change_user"; user: UserState; fields: DirectoryUserFields }
  | { do: "remove_user"; user: UserState }
  | { do: "report"; reason: Problem; location?: string };

/** What is known beside a person: the rules, and who else has an address. */
export type Surroundings = {
  rules: readonly DirectoryRule[];
  /** The locations of the rules that exist. */
  locations: ReadonlySet<string>;
  /** By location and address (`namesakeKey`). */
  namesakes: ReadonlyMap<string, Namesake>;
  /** Addresses of users who don't come from the directory. */
  accounts: ReadonlySet<string>;
};

/** The key of a namesake. */
export const namesakeKey = (location: string, mail: string): string => `${location} ${mail}`;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether a rule is about a person (docs/directories.md: a group by its ID or its name). */
const covers = (rule: DirectoryRule, person: PersonState): boolean => {
  if (rule.everyone === true) return true;
  const { group, attribute, value = "" } = rule;
  if (group !== undefined) return person.groups.some(([id, name]) => id === group.toLowerCase() || same(name, group));
  return attribute !== undefined && valuesOf(person, attribute).some((found) => same(found.trim(), value.trim()));
};

/** What a person is to be: a host at these locations, a user with this role. */
export type Entitlement = { hostsAt: string[]; user: { role: Role; companies: string[] } | undefined };

const unique = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();

/** What the rules make of a person. Of several roles the most powerful, and only where a rule gives that one. */
export const entitlementOf = (
  person: PersonState,
  { rules, locations }: Pick<Surroundings, "rules" | "locations">,
): Entitlement => {
  if (person.gone || !person.active) return { hostsAt: [], user: undefined };
  const covering = rules.filter((rule) => covers(rule, person));
  const role = ROLES.find((known) => covering.some((rule) => rule.role === known));
  const existing = (ids: readonly string[]): string[] => unique(ids.filter((id) => locations.has(id)));
  const companies = existing(covering.flatMap((rule) => (rule.role === role ? (rule.users_at ?? []) : [])));
  return {
    hostsAt: existing(covering.flatMap(({ hosts_at }) => hosts_at)),
    user: role === undefined ? undefined : { role, companies: role === "global_admin" ? [] : companies },
  };
};

const hostFields = (person: PersonState, details: Details): HostFields => ({
  cn: details.cn,
  mail: details.mail,
  telephone_number: details.telephone_number,
  external_id: person.external_id ?? person._id,
  given_mobile: details.mobile,
});

const isUnchanged = (host: HostState, fields: HostFields): boolean =>
  Object.entries(fields).every(([name, value]) => host[name as keyof HostFields] === value);

const newHost = (location: string, fields: HostFields, { namesakes }: Surroundings): Action => {
  const namesake = fields.mail === null ? undefined : namesakes.get(namesakeKey(location, fields.mail));
  if (namesake === undefined) return { do: "create_host", location, fields };
  if (namesake.directory_id !== null) return { do: "report", reason: "email_of_another", location };
  return { do: "change_host", host: namesake, fields, how: "adopt" };
};

const hostAt = (location: string, person: PersonState, fields: HostFields, around: Surroundings): Action[] => {
  const host = person.hosts.find(({ company_id }) => company_id === location);
  if (host === undefined) return [newHost(location, fields, around)];
  if (!host.hidden && isUnchanged(host, fields)) return [];
  return [{ do: "change_host", host, fields, how: host.hidden ? "show" : "change" }];
};

const leaving = (person: PersonState, kept: readonly string[]): Action[] =>
  person.hosts
    .filter(({ company_id, hidden }) => !kept.includes(company_id) && (person.gone || !hidden))
    .map((host) => ({ do: person.gone ? "remove_host" : "hide_host", host }));

const userFields = (
  person: PersonState,
  details: Details,
  wanted: NonNullable<Entitlement["user"]>,
): DirectoryUserFields => ({
  email: details.mail ?? "",
  first_name: details.first_name,
  last_name: details.last_name,
  role: wanted.role,
  companies: wanted.companies,
  active: true,
  external_id: person.external_id ?? person._id,
});

const changeUser = (user: UserState, fields: DirectoryUserFields): Action[] => {
  const { _id, ...before } = user;
  return isDeepStrictEqual(before, fields) ? [] : [{ do: "change_user", user, fields }];
};

const userActions = (
  person: PersonState,
  details: Details,
  wanted: Entitlement["user"],
  around: Surroundings,
): Action[] => {
  const { user } = person;
  if (wanted === undefined) {
    if (user === null) return [];
    if (person.gone) return [{ do: "remove_user", user }];
    const { _id, ...before } = user;
    return changeUser(user, { ...before, active: false });
  }
  const { mail } = details;
  if (mail === null) return [{ do: "report", reason: "no_email" }];
  const fields = userFields(person, details, wanted);
  const isTaken = user?.email !== mail && around.accounts.has(mail);
  // No account is taken over by its address: its owner keeps it, and a person who is a user already keeps their own.
  if (isTaken && user === null) return [{ do: "report", reason: "email_of_another" }];
  if (user === null) return [{ do: "create_user", fields, language_id: details.language_id }];
  if (isTaken)
    return [{ do: "report", reason: "email_of_another" }, ...changeUser(user, { ...fields, email: user.email })];
  return changeUser(user, fields);
};

/**
 * What is to be done so that hosts and users are as a person and the rules say (docs/decisions/0059-directories.md).
 * Nothing is done for the second of two people with one address but what takes them off the lists.
 */
export const differenceOf = (person: PersonState, around: Surroundings): Action[] => {
  const wanted = entitlementOf(person, around);
  const details = detailsOf(person);
  const isEntitled = wanted.hostsAt.length > 0 || wanted.user !== undefined;
  if (person.doubled && isEntitled) return [{ do: "report", reason: "same_email" }];
  const fields = hostFields(person, details);
  return [
    ...leaving(person, wanted.hostsAt),
    ...wanted.hostsAt.flatMap((location) => hostAt(location, person, fields, around)),
    ...userActions(person, details, wanted.user, around),
  ];
};

/** How a person counts in a plan; undefined if nothing changes. */
export type Outcome = "created" | "changed" | "hidden" | "removed";

/** Whether a person is a host on a list or a user who may log in. */
export const isPresent = ({ hosts, user }: PersonState): boolean =>
  hosts.some(({ hidden }) => !hidden) || user?.active === true;

const countOf = (actions: readonly Action[], ...kinds: Action["do"][]): number =>
  actions.filter((action) => kinds.includes(action.do)).length;

/** Whether a person is present once the actions are done. */
const staysPresent = ({ hosts, user }: PersonState, actions: readonly Action[]): boolean => {
  const visible = hosts.filter(({ hidden }) => !hidden).length;
  const added = actions.filter((action) => action.do === "change_host" && action.how !== "change").length;
  const left = visible + added + countOf(actions, "create_host") - countOf(actions, "hide_host");
  const changed = actions.find((action) => action.do === "change_user");
  return left > 0 || countOf(actions, "create_user") > 0 || (changed?.fields.active ?? user?.active ?? false);
};

/** What becomes of a person, by the actions of `differenceOf`. */
export const outcomeOf = (person: PersonState, actions: readonly Action[]): Outcome | undefined => {
  if (actions.every((action) => action.do === "report")) return undefined;
  if (person.gone) return "removed";
  if (!staysPresent(person, actions)) return "hidden";
  const isNew = person.hosts.length === 0 && person.user === null;
  return isNew && countOf(actions, "change_host") === 0 ? "created" : "changed";
};
