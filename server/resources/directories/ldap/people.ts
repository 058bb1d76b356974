import { isEmailAddress } from "../../../../shared/email.ts";
import { LENGTHS } from "../../../../shared/lengths.ts";
import type { LdapAttributes } from "../../../../shared/ldap-presets.ts";
import type { LdapEntry } from "../../../platform/ldap/entry.ts";
import { LdapFailure } from "../../../platform/ldap/failure.ts";
import type { Attributes } from "../people-store.ts";
import { ENTERPRISE } from "../person.ts";
import type { ListedPerson } from "../save-list.ts";

/** What says that a person has left, whatever the server: Active Directory, 389, OpenLDAP with its password policy. */
const STATE = ["userAccountControl", "nsAccountLock", "pwdAccountLockedTime"] as const;
const ACCOUNT_DISABLED = 2;
/** Locked by an administrator; any other time is that of too many wrong passwords. */
const LOCKED_FOR_GOOD = "000001010000Z";
const NAME = "cn";
const TEXT_MAX = 500;

/** The attributes that are asked for of a person: no others are read, or kept. */
export const personAttributes = ({ group_name: _name, member: _member, ...of }: LdapAttributes): string[] => [
  ...new Set([...Object.values(of), NAME, ...STATE]),
];

/** The ID of an entry. Errors: LdapFailure without one: no one can be told apart by anything else. */
export const idOf = (entry: LdapEntry, { id }: Pick<LdapAttributes, "id">): string => {
  const found = entry.id(id);
  if (found === undefined || found.length > TEXT_MAX)
    throw new LdapFailure("no_ids", `An entry has no ${id}. The bind DN must be allowed to read it.`);
  return found;
};

const isActive = (entry: LdapEntry): boolean => {
  const [control, lock, locked] = STATE.map((name) => entry.text(name));
  const isDisabled = (Number(control ?? 0) & ACCOUNT_DISABLED) !== 0;
  return !isDisabled && lock?.toLowerCase() !== "true" && locked !== LOCKED_FOR_GOOD;
};

const filled = (values: Record<string, string | undefined>): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== undefined && text.length <= TEXT_MAX));

const elements = (...given: [type: string, value: string | undefined][]): Attributes[] =>
  given.flatMap(([type, value]) => (value === undefined || value.length > LENGTHS.phone ? [] : [{ type, value }]));

const present = (values: Record<string, Attributes | Attributes[]>): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Object.keys(value).length > 0));

const isUsable = (text: string): boolean => text.length <= LENGTHS.email && isEmailAddress(text);

/** The first valid address of a person. */
const emailIn = (entry: LdapEntry, { email }: LdapAttributes): string | null => {
  return entry.texts(email).find(isUsable)?.toLowerCase() ?? null;
};

/** A person from their entry, in the form of SCIM. Errors: LdapFailure without an ID. */
export const personOf = (entry: LdapEntry, of: LdapAttributes): Omit<ListedPerson, "groups"> => {
  const text = (name: keyof LdapAttributes): string | undefined => entry.text(of[name]);
  const email = emailIn(entry, of);
  const address = filled({ locality: text("city"), country: text("country"), formatted: text("office") });
  return {
    external_id: idOf(entry, of),
    email,
    active: isActive(entry),
    data: JSON.stringify({
      ...filled({ displayName: text("display_name"), title: text("title"), preferredLanguage: text("language") }),
      ...present({
        name: filled({ formatted: entry.text(NAME), givenName: text("first_name"), familyName: text("last_name") }),
        emails: email === null ? [] : [{ type: "work", value: email, primary: true }],
        phoneNumbers: elements(["work", text("phone")], ["mobile", text("mobile")]),
        addresses: Object.keys(address).length === 0 ? [] : [{ type: "work", ...address }],
        [ENTERPRISE]: filled({ department: text("department"), employeeNumber: text("employee_number") }),
      }),
    }),
  };
};
