import { type LdapAttributes, PRESETS } from "../../../../shared/ldap-presets.ts";
import type { Context } from "../../../platform/context.ts";
import { Type } from "../../../platform/http/contract/schemas.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { compileValidator, newAjv } from "../../../platform/http/input/validate.ts";
import { checkLdapUrl, type LdapAccess } from "../../../platform/ldap/connection.ts";
import { failureOf, LdapFailure } from "../../../platform/ldap/failure.ts";
import { isFilter } from "../../../platform/ldap/search.ts";
import { readLdapTarget } from "../../../platform/ldap/target.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import { isCertificate } from "../../../platform/ldap/certificate.ts";
import { isSealedWith, seal, unseal } from "../../../platform/lib/secret/sealing.ts";
import type { SecretKeys } from "../../../platform/lib/secret/secret-keys.ts";
import { LdapSettings } from "./contract.ts";
import type { DirectoryRow } from "../store.ts";

type Settings = Static<typeof LdapSettings>;
type SettingsInput = Record<string, unknown>;
/** What is stored of the settings: the password apart, and sealed. */
export type StoredSettings = Pick<DirectoryRow, "settings" | "secret">;

const MINUTE_MS = 60_000;
/** How often a directory is read whose settings don't say so. */
export const INTERVAL_MINUTES = 60;

const validate = compileValidator(
  newAjv(),
  Type.Object({ settings: LdapSettings }),
  "body",
  " See docs/directories.md.",
);

const wrong = (key: string, sentence: string): Error =>
  badRequest(`"settings.${key}" ${sentence} See docs/directories.md.`, "wrong_format", `settings.${key}`);

const checkTexts = ({ people_base, groups_base, people_filter, groups_filter, ca, start_tls, url }: Settings): void => {
  for (const [key, base] of Object.entries({ people_base, groups_base }))
    if (base !== undefined && !/^\s*[\w.-]+\s*=/.test(base))
      throw wrong(key, "must be a DN such as ou=people,dc=example,dc=org.");
  for (const [key, filter] of Object.entries({ people_filter, groups_filter }))
    if (filter !== undefined && !isFilter(filter))
      throw wrong(key, "must be an LDAP filter such as (objectClass=person).");
  if (ca !== undefined && !isCertificate(ca)) throw wrong("ca", "must be a certificate as PEM.");
  if (start_tls === true && /^ldaps:/i.test(url)) throw wrong("start_tls", "is for ldap://; ldaps:// has TLS already.");
};

/**
 * Checks the address of settings that are sent, without any connection to the database held. Errors: `400` for an
 * address that is not allowed.
 */
export const checkAddress = async ({ config }: Context, settings: SettingsInput | undefined): Promise<void> => {
  const url = settings?.["url"];
  if (typeof url !== "string" || url === "") return;
  try {
    await checkLdapUrl(url, config.connectAllowedNetworks);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    const code = failure.kind === "not_public" ? "not_public" : "wrong_format";
    throw badRequest(`"settings.url" can't be used. ${failure.message}`, code, "settings.url");
  }
};

const purposeOf = (id: string): string => `directory password of ${id}`;

const serverOf = ({ url, start_tls = false }: Settings): string => {
  const { host, port, isSecure } = readLdapTarget(url);
  return JSON.stringify([host, port, isSecure || start_tls]);
};

/** Whether a password that is stored must not go where the new settings lead: who changes them could learn it there. */
const isElsewhere = (old: DirectoryRow | undefined, settings: Settings): boolean =>
  old?.secret !== null && old !== undefined && serverOf(old.settings as Settings) !== serverOf(settings);

/**
 * The settings of an `ldap` directory as they are stored: those there were, with those given. Errors: `400` that names
 * the key.
 */
export const storedSettings = (
  { secretKey }: Context,
  id: string,
  given: SettingsInput,
  old?: DirectoryRow,
): StoredSettings => {
  const { password, ...rest } = given;
  const merged = Object.entries({ ...old?.settings, ...rest }).filter(([, value]) => value !== null && value !== "");
  const settings = Object.fromEntries(merged) as Settings;
  validate({ settings });
  checkTexts(settings);
  const kept = password === null || isElsewhere(old, settings) ? null : (old?.secret ?? null);
  if (password !== undefined && password !== null && typeof password !== "string")
    throw wrong("password", "must be a text.");
  const secret =
    password === undefined || password === null || password === "" ? kept : seal(secretKey, purposeOf(id), password);
  if (settings.bind_dn !== undefined && secret === null)
    throw badRequest(
      '"settings.password" is required with "bind_dn", and again with another server.',
      "missing_key",
      "settings.password",
    );
  return { settings, secret: settings.bind_dn === undefined ? null : secret };
};

/** Where and what to read. */
export type LdapConfig = {
  access: LdapAccess;
  people: { base: string; filter: string };
  groups: { base: string; filter: string };
  attributes: LdapAttributes;
};

/** The settings in the form in which they are used. Errors: LdapFailure if SECRET_KEY has changed */
export const ldapConfigOf = (keys: Exclude<SecretKeys, string>, row: DirectoryRow): LdapConfig => {
  // Safe: validated before it was stored.
  const settings = row.settings as Settings;
  const { url, start_tls = false, ca, bind_dn, people_base, groups_base = people_base } = settings;
  const password = row.secret === null ? undefined : unseal(keys, purposeOf(row._id), row.secret);
  if (bind_dn !== undefined && password === undefined)
    throw new LdapFailure("no_secret", "The password was sealed with another SECRET_KEY. Enter it again.");
  const preset = PRESETS[settings.preset];
  return {
    access: {
      url,
      startTls: start_tls,
      ca,
      login: bind_dn === undefined ? undefined : { dn: bind_dn, password: password ?? "" },
    },
    people: { base: people_base, filter: settings.people_filter ?? preset.people_filter },
    groups: { base: groups_base, filter: settings.groups_filter ?? preset.groups_filter },
    attributes: { ...preset.attributes, ...settings.attributes },
  };
};

/** How long after a reading the next one begins. */
export const intervalOf = ({ settings }: Pick<DirectoryRow, "settings">): number =>
  ((settings as Partial<Settings>).interval_minutes ?? INTERVAL_MINUTES) * MINUTE_MS;

/** The same password sealed with the current key; undefined if it is already, null if neither key opens it. */
export const resealed = (keys: Exclude<SecretKeys, string>, id: string, secret: string): string | null | undefined => {
  if (isSealedWith(keys.secretKey, secret)) return undefined;
  const password = unseal(keys, purposeOf(id), secret);
  return password === undefined ? null : seal(keys.secretKey, purposeOf(id), password);
};
