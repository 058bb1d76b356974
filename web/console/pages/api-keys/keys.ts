import { queryOptions } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

import { type Answer, api, queryClient } from "../../data/api/api.ts";

/** An API key as the list has it: never the secret. */
export type ApiKey = Answer<"GET /apikeys">[number];

/** What a key may do, the least first: a new key begins with it. */
export const KEY_ROLES = [
  "read_only",
  "security_guard",
  "receptionist",
  "local_admin",
] as const satisfies ApiKey["role"][];

/** What a key may have besides its role. */
export const SCOPES = ["watchlist", "trace"] as const satisfies ApiKey["scopes"];

/** Names the role of a key as that of a user is named. */
export const useRoleName = (): ((role: ApiKey["role"]) => string) => {
  const { t } = useTranslation("api-keys");
  const { t: common } = useTranslation();
  return useCallback((role) => (role === "read_only" ? t("readOnly") : common(`role.${role}`)), [t, common]);
};

/** All API keys. */
export const keysQuery = queryOptions({ queryKey: ["api-keys"], queryFn: () => api.request("GET /apikeys") });

/** Has the list read again. */
export const invalidateApiKeys = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["api-keys"] });

/** A key that has ended is refused; it stays in the list until it is revoked. */
export const isExpired = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;
