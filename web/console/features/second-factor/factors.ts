import { queryOptions } from "@tanstack/react-query";

import { type InternalEndpoints, internalApi, queryClient } from "../../data/api/api.ts";
import { askForPasskey, createPasskey } from "./passkey.ts";

/** The user's own second factors (docs/sessions.md). */
export type OwnFactors = InternalEndpoints["GET /session/factors"]["answer"];
/** What follows from adding one: the first comes with recovery codes. */
export type AddedFactor = InternalEndpoints["POST /session/factors/totp"]["answer"];
/** The secret for an authenticator app, until its first code was entered. */
export type AppSecret = InternalEndpoints["POST /session/factors/totp/setup"]["answer"];

export const factorsQuery = queryOptions({
  queryKey: ["factors"],
  queryFn: () => internalApi.request("GET /session/factors"),
  staleTime: 0,
});

/** Has the user and their factors read again. */
const invalidateFactors = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
};

export const newAppSecret = (): Promise<AppSecret> => internalApi.request("POST /session/factors/totp/setup");

export const addApp = (setup: string, code: string): Promise<AddedFactor> =>
  internalApi.request("POST /session/factors/totp", { body: { setup, code } });

/** Makes a passkey and adds it. Errors: UserFacingError if the user makes none. */
export const addPasskey = async (name: string): Promise<AddedFactor> => {
  const passkey = await createPasskey(await internalApi.request("POST /session/factors/passkeys/options"));
  return internalApi.request("POST /session/factors/passkeys", { body: { name, passkey } });
};

export const renewCodes = async (): Promise<string[]> =>
  (await internalApi.request("POST /session/factors/codes")).recovery_codes;

export const removeFactor = async (id: string): Promise<void> => {
  await internalApi.request("DELETE /session/factors/{id}", { params: { id } });
  await invalidateFactors();
};

/** Confirms who the user is with one of their passkeys. Errors: UserFacingError if they choose none. */
export const confirmByPasskey = async (): Promise<void> => {
  const passkey = await askForPasskey(await internalApi.request("POST /session/confirm/options"));
  await internalApi.request("POST /session/confirm", { body: { passkey } });
};

export const confirmByCode = async (code: string): Promise<void> => {
  await internalApi.request("POST /session/confirm", { body: { code } });
};
