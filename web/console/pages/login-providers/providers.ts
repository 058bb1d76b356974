import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";

/** Where users can log in with OpenID Connect. */
export type LoginProvider = Answer<"GET /loginproviders">[number];
export type LoginRule = LoginProvider["rules"][number];

const KEY = "login providers";

/** All login providers. */
export const providersQuery = queryOptions({ queryKey: [KEY], queryFn: () => api.request("GET /loginproviders") });

/** Has the list read again. */
export const invalidateProviders = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });

type Preset = { name: string; issuer?: string; scopes: string };

const PROFILE = "openid email profile";

/** What a new provider begins with; capitals in an issuer are to be replaced. */
export const PRESETS = {
  entra: { name: "Microsoft", issuer: "https://login.microsoftonline.com/TENANT-ID/v2.0", scopes: PROFILE },
  okta: { name: "Okta", issuer: "https://YOUR-DOMAIN.okta.com", scopes: `${PROFILE} groups` },
  google: { name: "Google", issuer: "https://accounts.google.com", scopes: PROFILE },
  keycloak: { name: "Keycloak", issuer: "https://YOUR-HOST/realms/YOUR-REALM", scopes: PROFILE },
  other: { name: "", scopes: PROFILE },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
