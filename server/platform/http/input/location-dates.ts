import { build, type Db } from "../../db/database.ts";
import { notFound } from "../../lib/errors.ts";
import { boundOf, isDate, iso } from "../../lib/time/time.ts";
import type { RequestContext } from "../request-context.ts";

/** The zone for plain dates of a location; none if the location was removed meanwhile. */
const findTimezone = async (db: Db, location: string): Promise<string | undefined> =>
  (await db.rows<{ timezone: string }>(build.selectFrom("companies").select("timezone").where("_id", "=", location)))[0]
    ?.timezone;

/** The time zone of a location. Errors: `404` if it was removed meanwhile. */
export const zoneOf = async ({ db }: RequestContext, location: string): Promise<string> => {
  const timezone = await findTimezone(db, location);
  if (timezone === undefined) throw notFound();
  return timezone;
};

/**
 * The zone for plain dates among these texts, looked up only if there is one. Errors: `404` if the location was removed
 * meanwhile.
 */
export const zoneOfDates = async (
  ctx: RequestContext,
  location: string,
  texts: readonly (string | null | undefined)[],
): Promise<string> => {
  if (!texts.some((text) => typeof text === "string" && isDate(text))) return "UTC";
  return zoneOf(ctx, location);
};

/**
 * A body with the plain dates of these keys replaced by the instant at which that day starts in the location's zone
 * (rules 2); timestamps are unchanged. Errors: `404` if the location was removed meanwhile.
 */
export const withInstants = async <B extends object>(
  ctx: RequestContext,
  location: string,
  body: B,
  keys: readonly (keyof B & string)[],
): Promise<B> => {
  const dates = keys.flatMap((key) => {
    const value: unknown = body[key];
    return typeof value === "string" && isDate(value) ? [[key, value] as const] : [];
  });
  if (dates.length === 0) return body;
  const timezone = await zoneOfDates(
    ctx,
    location,
    dates.map(([, text]) => text),
  );
  const starts = dates.map(([key, text]) => [key, iso(boundOf(text, timezone) ?? Number.NaN)] as const);
  return { ...body, ...Object.fromEntries(starts) };
};
