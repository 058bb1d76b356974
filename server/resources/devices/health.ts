import type { Static } from "../../platform/http/schemas.ts";
import { iso } from "../../platform/lib/time.ts";
import type { Health, HealthReport } from "./health-contract.ts";

/** A report as it is kept. @param now milliseconds since 1970, by the service's clock */
export const healthOf = (
  { sent_at, idle_seconds, ...rest }: Static<typeof HealthReport>,
  now: number,
): Static<typeof Health> => ({
  reported: iso(now),
  last_touch: iso(now - idle_seconds * 1000),
  clock_skew_seconds: Math.round((Date.parse(sent_at) - now) / 1000),
  ...rest,
});
