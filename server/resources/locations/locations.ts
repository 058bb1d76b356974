import { findPhoneCountry } from "../../../shared/phone-countries.ts";
import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { pictureType } from "../../../shared/stored-picture.ts";
import { canonicalTimeZone } from "../../../shared/time/time-zones/time-zones.ts";
import type { Db } from "../../platform/db/database.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound, forbidden } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { emailMove } from "../registered-visitors/invitations/changes.ts";
import { applyPlanChange } from "../webhooks/webhooks.ts";
import { DEFAULT_SETTINGS, type Location, type LocationInput, OPTIONAL_SETTINGS } from "./contract.ts";
import { copyVisitTypes } from "../visit-types/copy.ts";
import * as store from "./store.ts";

type Input = Static<typeof LocationInput>;
type Wire = Static<typeof Location>;
type Update = UpdateInput<Input>;

const withoutNulls = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const noticeOf = (texts: Texts, fallback: string) => {
  const privacy_notice = pickText(texts, { preferred: undefined, fallback });
  return privacy_notice === undefined ? {} : { privacy_notice, translations: { privacy_notice: texts } };
};

/** With the zone's name of today, also where an older version stored a former one. */
const withZone = <T extends { timezone: string }>(row: T): T => ({
  ...row,
  timezone: canonicalTimeZone(row.timezone) ?? row.timezone,
});

/** A location as the API returns it. `settings` keep their null: `retention_days` of null is a value. */
const wire = ({ privacy_notice, ...row }: store.LocationRow): Wire =>
  ({ ...withoutNulls(withZone(row)), ...noticeOf(privacy_notice, row.default_language) }) as Wire;

const SETTING_NAMES: ReadonlySet<string> = new Set([...Object.keys(DEFAULT_SETTINGS), ...OPTIONAL_SETTINGS]);

/** Settings merge key by key; null restores the default, and an unknown key is refused rather than lost. */
const mergeSettings = (
  stored: Record<string, unknown>,
  sent: Record<string, unknown> | undefined,
): Record<string, unknown> => {
  const merged = { ...stored };
  for (const [key, value] of Object.entries(sent ?? {})) {
    if (!SETTING_NAMES.has(key))
      throw badRequest(
        `"settings.${key}" isn't a setting. The settings are ${[...SETTING_NAMES].join(", ")}.`,
        "unknown_key",
        `settings.${key}`,
      );
    if (key === "phone_country" && typeof value === "string" && findPhoneCountry(value) === undefined)
      throw badRequest(
        `"settings.phone_country" must be a country that has telephone numbers.`,
        "wrong_format",
        `settings.${key}`,
      );
    if (value === null && OPTIONAL_SETTINGS.has(key)) delete merged[key];
    else merged[key] = value ?? Reflect.get(DEFAULT_SETTINGS, key);
  }
  return merged;
};

/** The zone under its name of today (rules 4). Errors: `400`. */
export const checkTimezone = (sent: string): string => {
  const timezone = canonicalTimeZone(sent);
  if (timezone === undefined)
    throw badRequest('"timezone" must be an IANA time zone such as Europe/Brussels.', "wrong_format", "timezone");
  return timezone;
};

/**
 * A logo is drawn on every page, so it must be an image that browsers draw. One of an older version that isn't stays as
 * it is when it is sent back. Errors: `400`.
 */
const checkLogo = (logo: string | null, old: string | null): string | null => {
  if (logo !== null && logo !== old && pictureType(logo) === undefined)
    throw badRequest(
      '"logo" must be an image that browsers draw (PNG, JPEG, WebP, GIF or SVG), as Base64 or a data: URL.',
      "wrong_format",
      "logo",
    );
  return logo;
};

const initial = (ctx: RequestContext, name: string): store.LocationRow => ({
  _id: newId(undefined, ctx.now),
  name,
  tier: "enterprise",
  timezone: "UTC",
  languages: ["en"],
  default_language: "en",
  address: null,
  zip_code: null,
  city: null,
  country: null,
  logo: null,
  colour: null,
  kiosk_background: null,
  privacy_notice: {},
  settings: DEFAULT_SETTINGS,
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
});

/** The values that removed keys go back to. */
const kept = <K extends keyof Input & keyof store.LocationRow>(
  key: K,
  { body, removed }: Update,
  old: store.LocationRow,
  empty: store.LocationRow[K],
) => (removed.has(key) ? empty : ((body[key] as store.LocationRow[K] | undefined) ?? old[key]));

const merged = (input: Update, old: store.LocationRow): store.LocationRow => {
  const { body, removed } = input;
  checkNotRemoved(input, "name");
  return {
    ...old,
    name: kept("name", input, old, old.name),
    tier: kept("tier", input, old, "enterprise"),
    timezone: checkTimezone(kept("timezone", input, old, "UTC")),
    languages: kept("languages", input, old, ["en"]),
    default_language: kept("default_language", input, old, "en"),
    address: kept("address", input, old, null),
    zip_code: kept("zip_code", input, old, null),
    city: kept("city", input, old, null),
    country: kept("country", input, old, null),
    logo: checkLogo(kept("logo", input, old, null), old.logo),
    colour: kept("colour", input, old, null)?.toLowerCase() ?? null,
    kiosk_background: kept("kiosk_background", input, old, null),
    privacy_notice: mergeTexts(
      removed.has("privacy_notice") ? {} : old.privacy_notice,
      body.privacy_notice,
      body.translations?.privacy_notice,
    ),
    settings: removed.has("settings") ? DEFAULT_SETTINGS : mergeSettings(old.settings, body.settings),
  };
};

/** The covered locations by name. */
export const listLocations = async (ctx: RequestContext): Promise<store.LocationItem[]> =>
  (await store.listLocations(ctx.db, ctx.principal.locations)).map(withZone);

/** One location. Errors: `404`. */
export const readLocation = async (ctx: RequestContext, id: string): Promise<Wire> => {
  const row = await store.findLocation(ctx.db, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

/** A new location with the languages, looks and settings of another one. Errors: `400` if there is none. */
const initialLike = async (ctx: RequestContext, name: string, other: string): Promise<store.LocationRow> => {
  const found = await store.findLocation(ctx.db, other);
  if (found === undefined)
    throw badRequest('"settings_of" must be the ID of a location.', "unknown_reference", "settings_of");
  const { languages, default_language, logo, colour, kiosk_background, privacy_notice, settings } = found;
  const copied = { languages, default_language, logo, colour, kiosk_background, privacy_notice, settings };
  return { ...initial(ctx, name), ...copied };
};

/**
 * Creates a location, with `settings_of` as another one is set up. Errors: `400` without a name, with an unknown time
 * zone, and for another location that there isn't.
 */
export const createLocation = (
  ctx: RequestContext,
  { settings_of, ...body }: Input & { settings_of?: string },
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const { name } = body;
    if (name === undefined) throw badRequest('"name" is required: the location\'s name.', "missing_key", "name");
    const first = settings_of === undefined ? initial(ctx, name) : await initialLike(inner, name, settings_of);
    const row = merged({ body, removed: new Set() }, first);
    const entry = { location: SERVICE_LOCATION, action: "location.create", subject: "location" };
    // The tag of an ID is one of 16.7 million: if another location has it, it is drawn again.
    while ((await runLoggedQuery(inner, store.insertLocation(row), entry)).length === 0)
      row._id = newId(undefined, ctx.now);
    if (settings_of !== undefined) await copyVisitTypes(inner, settings_of, row._id);
    return wire(row);
  });

/** The fields whose change is emailed to invited visitors (rules 5.5). */
const PLACE = ["name", "address", "zip_code", "city"] as const;

/** Changes a location. Errors: `400`, and `403` when a user other than a global admin changes the plan. */
export const updateLocation = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockLocation(inner.db, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => wire(old));
    const row = merged(input, old);
    if (row.tier !== old.tier && ctx.principal.role !== "global_admin")
      throw forbidden("only a global admin changes the plan");
    if (isDeepStrictEqual(row, old)) return wire(old);
    if (row.tier !== old.tier) await applyPlanChange(inner, id);
    const now = { ...row, mod_date: iso(ctx.now) };
    // Before the log is locked: there may be many.
    if (PLACE.some((key) => now[key] !== old[key])) await emailMove(inner, id, now);
    await runLoggedQuery(inner, store.updateLocation(now), {
      location: id,
      action: "location.change",
      events: ["company_updated"],
      subject: "location",
    });
    return wire(now);
  });

/** Removes a location with everything in it. Errors: `400` unless its name is repeated. */
export const removeLocation = (
  ctx: RequestContext,
  id: string,
  name: string | undefined,
): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockLocation(inner.db, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => wire(old));
    if (name !== old.name)
      throw badRequest(
        '"name" must be the location\'s name, to confirm that everything in it will be deleted.',
        "confirm_needed",
        "name",
      );
    await store.deleteContents(inner.db, id);
    await store.recordRemoval(inner.db, id, iso(ctx.now));
    await runLoggedQuery(inner, store.deleteLocation(id), {
      location: SERVICE_LOCATION,
      action: "location.remove",
      subject: "location",
    });
    return { message: "The location and everything in it were deleted." };
  });

/** Removes again a location that a restored backup brought back. @returns whether it was there */
export const reapplyRemoval = async (ctx: RequestContext, id: string): Promise<boolean> => {
  const found = await store.lockLocation(ctx.db, id);
  if (found === undefined) return false;
  await removeLocation(ctx, id, found.name);
  return true;
};

/** Longer than any request or statement may take. */
const LATE_MS_MAX = 10 * 60_000;

/** Deletes what requests in progress still wrote into locations during their removal. */
export const removeLateWrites = async (db: Db, now: number): Promise<void> => {
  const since = iso(now - LATE_MS_MAX);
  for (const { _id } of await store.listRemovedLocations(db, since))
    await db.transaction((inner) => store.deleteContents(inner, _id));
  await store.deleteRemovals(db, since);
};
