import {
  LDAP_ATTRIBUTES,
  type LdapAttributes,
  PRESET_NAMES,
  type PresetName,
} from "../../../../shared/ldap-presets.ts";

const TEXTS = [
  "url",
  "bind_dn",
  "password",
  "people_base",
  "people_filter",
  "groups_base",
  "groups_filter",
  "ca",
] as const;

/** The settings that are texts, in the order of the form; an empty one isn't set. */
export type LdapText = (typeof TEXTS)[number];

/** The settings of an LDAP directory as its form has them. */
export type LdapValues = Record<LdapText, string> & {
  preset: PresetName;
  start_tls: boolean;
  interval_minutes: number;
  attributes: Partial<LdapAttributes>;
};

const INTERVAL_MINUTES = 60;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const attributesOf = (value: unknown): Partial<LdapAttributes> =>
  Object.fromEntries(
    LDAP_ATTRIBUTES.map((name) => [name, textOf(Reflect.get(Object(value), name))]).filter(([, text]) => text !== ""),
  );

/** The form of what is stored; of a new directory, what a form begins with. */
export const ldapValuesOf = (settings: Record<string, unknown> = {}): LdapValues => ({
  preset: PRESET_NAMES.find((name) => name === settings["preset"]) ?? "active_directory",
  url: textOf(settings["url"]),
  start_tls: settings["start_tls"] === true,
  bind_dn: textOf(settings["bind_dn"]),
  password: "",
  people_base: textOf(settings["people_base"]),
  people_filter: textOf(settings["people_filter"]),
  groups_base: textOf(settings["groups_base"]),
  groups_filter: textOf(settings["groups_filter"]),
  ca: textOf(settings["ca"]),
  interval_minutes: Number(settings["interval_minutes"] ?? INTERVAL_MINUTES),
  attributes: attributesOf(settings["attributes"]),
});

/** What is sent: an empty text removes a setting, and an empty password keeps the one there is. */
export const ldapSettingsOf = ({ password, attributes, ...values }: LdapValues): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]),
  ),
  ...(password === "" ? {} : { password }),
  attributes: attributesOf(attributes),
});
