import { optional } from "../../platform/lib/record/optional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Health, HealthReport } from "./health-contract.ts";

/** A report as stored, without any undocumented keys. @param now milliseconds since 1970, by the service's clock */
export const healthOf = (
  { sent_at, idle_seconds, battery, charging, storage_mb, camera, printer, screen }: Static<typeof HealthReport>,
  now: number,
): Static<typeof Health> => ({
  reported: iso(now),
  last_touch: iso(now - idle_seconds * 1000),
  clock_skew_seconds: Math.round((Date.parse(sent_at) - now) / 1000),
  ...optional("battery", battery),
  ...optional("charging", charging),
  ...optional("storage_mb", storage_mb),
  ...optional("camera", camera),
  ...optional("printer", printer),
  ...optional("screen", screen),
});
