import type { Context } from "../../platform/context.ts";
import { SETTINGS_PROVIDER } from "../../platform/auth/credential.ts";
import type { Db } from "../../platform/db/database.ts";
import { seal, unseal } from "../../platform/lib/secret/sealing.ts";
import { type Fetch, makeFetch } from "../../platform/outbound/fetch-out.ts";
import { DEFAULT_GROUPS_CLAIM, DEFAULT_SCOPES } from "./contract.ts";
import * as store from "./store.ts";

/** What a login with a provider needs. */
export type ProviderSettings = {
  _id: string;
  name: string;
  issuer: string;
  clientId: string;
  /** Undefined if it was sealed with another SECRET_KEY. */
  clientSecret: string | undefined;
  scopes: string;
  groupsClaim: string;
  rules: readonly store.LoginRule[];
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  /** Changes with the settings. */
  version: string;
  /** How the provider is called; undefined for that of the operator, who can choose any address. */
  fetch: Fetch | undefined;
};

type Source = Pick<Context, "config" | "secretKey" | "previousKey">;

const purposeOf = (id: string): string => `login provider secret of ${id}`;

/** Encrypts a provider's client secret for storage. */
export const sealSecret = (secretKey: string, id: string, secret: string): string =>
  seal(secretKey, purposeOf(id), secret);

/** The client secret; undefined if neither key opens it. */
export const openSecret = (keys: Omit<Source, "config">, id: string, sealed: string): string | undefined =>
  unseal(keys, purposeOf(id), sealed);

/** Where a provider sends the browser back to: an address of its own, so that none can answer for another (RFC 9700, 4.4). */
export const redirectUriOf = ({ config }: Pick<Source, "config">, id: string): string =>
  `${config.publicUrl}/session/oidc/${id === SETTINGS_PROVIDER ? "" : `${id}/`}callback`;

/** The path where a login with a provider starts. */
export const startPathOf = (id: string): string => `/session/oidc/${id === SETTINGS_PROVIDER ? "" : `${id}/`}start`;

/** The provider of the settings, if there is one. */
export const configuredProvider = (source: Pick<Source, "config">): ProviderSettings | undefined => {
  const { oidc } = source.config;
  return (
    oidc && {
      ...oidc,
      _id: SETTINGS_PROVIDER,
      scopes: DEFAULT_SCOPES,
      groupsClaim: DEFAULT_GROUPS_CLAIM,
      rules: [],
      redirectUri: redirectUriOf(source, SETTINGS_PROVIDER),
      version: "",
      fetch: undefined,
    }
  );
};

const settingsOf = (source: Source, row: store.LoginProviderRow): ProviderSettings | undefined => {
  const { _id, name, issuer, client_id, client_secret, scopes, groups_claim, rules, mod_date } = row;
  if (issuer === null || client_id === null || client_secret === null) return undefined;
  return {
    _id,
    name,
    issuer,
    clientId: client_id,
    clientSecret: openSecret(source, _id, client_secret),
    scopes,
    groupsClaim: groups_claim,
    rules,
    redirectUri: redirectUriOf(source, _id),
    version: `${mod_date} ${client_secret}`,
    fetch: makeFetch(source.config.connectAllowedNetworks),
  };
};

/** The settings of an active provider; undefined for any other ID. */
export const findActiveProvider = async (
  source: Source & { db: Db },
  id: string,
): Promise<ProviderSettings | undefined> => {
  if (id === SETTINGS_PROVIDER) return configuredProvider(source);
  const row = await store.findLoginProvider(source.db, id);
  return row?.active === true ? settingsOf(source, row) : undefined;
};

/** The active providers, in the order of the login page. */
export const listActiveProviders = async (source: Source & { db: Db }): Promise<{ _id: string; name: string }[]> => {
  const configured = configuredProvider(source);
  const rows = (await store.listLoginProviders(source.db)).filter(({ active }) => active);
  return [...(configured === undefined ? [] : [configured]), ...rows].map(({ _id, name }) => ({ _id, name }));
};
