import { queryOptions } from "@tanstack/react-query";

import { type Answer, foyer, queries } from "../api.ts";

/** An API key as the list has it: never the secret. */
export type ApiKey = Answer<"GET /apikeys">[number];

/** All API keys. */
export const keysQuery = queryOptions({ queryKey: ["api-keys"], queryFn: () => foyer.request("GET /apikeys") });

/** Has the list read again. */
export const keysChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: ["api-keys"] });

/** A key that has ended is refused; it stays in the list until it is revoked. */
export const hasEnded = ({ expires_at }: ApiKey, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;
