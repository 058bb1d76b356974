/** What is read of a person or a group, by the attribute that has it. */
export type LdapAttributes = {
  id: string;
  email: string;
  display_name: string;
  first_name: string;
  last_name: string;
  phone: string;
  mobile: string;
  department: string;
  title: string;
  language: string;
  city: string;
  country: string;
  office: string;
  employee_number: string;
  /** What members are named by where a group doesn't name them by their DN. */
  login: string;
  group_name: string;
  member: string;
};

/** What a kind of server needs that no one wants to type. */
export type LdapPreset = { people_filter: string; groups_filter: string; attributes: LdapAttributes };

const COMMON: LdapAttributes = {
  id: "entryUUID",
  email: "mail",
  display_name: "displayName",
  first_name: "givenName",
  last_name: "sn",
  phone: "telephoneNumber",
  mobile: "mobile",
  department: "departmentNumber",
  title: "title",
  language: "preferredLanguage",
  city: "l",
  country: "c",
  office: "physicalDeliveryOfficeName",
  employee_number: "employeeNumber",
  login: "uid",
  group_name: "cn",
  member: "member",
};

const PEOPLE = "(objectClass=inetOrgPerson)";

/** The servers that are known, by the value of `preset` (docs/directories.md). */
export const PRESETS = {
  active_directory: {
    people_filter: "(&(objectCategory=person)(objectClass=user))",
    groups_filter: "(objectClass=group)",
    attributes: {
      ...COMMON,
      id: "objectGUID",
      department: "department",
      country: "co",
      employee_number: "employeeID",
      login: "sAMAccountName",
    },
  },
  openldap: { people_filter: PEOPLE, groups_filter: "(objectClass=groupOfNames)", attributes: COMMON },
  "389ds": {
    people_filter: PEOPLE,
    groups_filter: "(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames))",
    attributes: { ...COMMON, id: "nsUniqueId" },
  },
} as const satisfies Record<string, LdapPreset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = ["active_directory", "openldap", "389ds"] as const satisfies PresetName[];

/** What is read of people and groups, each by an attribute that settings can name. */
export const LDAP_ATTRIBUTES = Object.keys(COMMON) as (keyof LdapAttributes)[];
