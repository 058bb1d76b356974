import { isDeepStrictEqual } from "node:util";

import type { Db } from "../db/database.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound, refused } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/ids.ts";
import { mergeTexts, pick, type Texts } from "../lib/texts.ts";
import { isTimeZone, iso } from "../lib/time.ts";
import { followPlan } from "../webhooks/webhooks.ts";
import { DEFAULT_SETTINGS, type Location, type LocationInput, OPTIONAL_SETTINGS } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof LocationInput>;
type Wire = Static<typeof Location>;
type Sent = { body: Input; removed: ReadonlySet<string> };

const withoutNulls = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

const noticeOf = (texts: Texts, fallback: string) => {
  const privacy_notice = pick(texts, { asked: undefined, fallback });
  return privacy_notice === undefined ? {} : { privacy_notice, translations: { privacy_notice: texts } };
};

/** A location as it is answered. `settings` keep their null: `retention_days` of null is a value. */
const wire = ({ privacy_notice, ...row }: store.LocationRow): Wire =>
  ({ ...withoutNulls(row), ...noticeOf(privacy_notice, row.default_language) }) as Wire;

const SETTING_NAMES: ReadonlySet<string> = new Set([...Object.keys(DEFAULT_SETTINGS), ...OPTIONAL_SETTINGS]);

/** Settings merge key by key; a null puts the default back, a key that is none of ours is refused rather than lost. */
const mergeSettings = (
  stored: Record<string, unknown>,
  sent: Record<string, unknown> | undefined,
): Record<string, unknown> => {
  const merged = { ...stored };
  for (const [key, value] of Object.entries(sent ?? {})) {
    if (!SETTING_NAMES.has(key))
      throw badRequest(
        `"settings.${key}" is no setting; there are ${[...SETTING_NAMES].join(", ")}.`,
        "unknown_key",
        `settings.${key}`,
      );
    if (value === null && OPTIONAL_SETTINGS.has(key)) delete merged[key];
    else merged[key] = value ?? Reflect.get(DEFAULT_SETTINGS, key);
  }
  return merged;
};

const checkTimezone = (timezone: string): string => {
  if (!isTimeZone(timezone))
    throw badRequest('"timezone" must be an IANA time zone such as Europe/Brussels.', "wrong_format", "timezone");
  return timezone;
};

const initial = (act: Act, name: string): store.LocationRow => ({
  _id: newId(undefined, act.now),
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
  create_date: iso(act.now),
  mod_date: iso(act.now),
});

/** What a removed key goes back to. */
const kept = <K extends keyof Input & keyof store.LocationRow>(
  key: K,
  { body, removed }: Sent,
  old: store.LocationRow,
  empty: store.LocationRow[K],
) => (removed.has(key) ? empty : ((body[key] as store.LocationRow[K] | undefined) ?? old[key]));

const merged = (sent: Sent, old: store.LocationRow): store.LocationRow => {
  const { body, removed } = sent;
  if (removed.has("name")) throw badRequest('"name" is required and cannot be removed.', "not_removable", "name");
  return {
    ...old,
    name: kept("name", sent, old, old.name),
    tier: kept("tier", sent, old, "enterprise"),
    timezone: checkTimezone(kept("timezone", sent, old, "UTC")),
    languages: kept("languages", sent, old, ["en"]),
    default_language: kept("default_language", sent, old, "en"),
    address: kept("address", sent, old, null),
    zip_code: kept("zip_code", sent, old, null),
    city: kept("city", sent, old, null),
    country: kept("country", sent, old, null),
    logo: kept("logo", sent, old, null),
    colour: kept("colour", sent, old, null)?.toLowerCase() ?? null,
    kiosk_background: kept("kiosk_background", sent, old, null),
    privacy_notice: mergeTexts(
      removed.has("privacy_notice") ? {} : old.privacy_notice,
      body.privacy_notice,
      body.translations?.privacy_notice,
    ),
    settings: removed.has("settings") ? DEFAULT_SETTINGS : mergeSettings(old.settings, body.settings),
  };
};

/** The covered locations by name. */
export const list = (act: Act): Promise<store.LocationItem[]> => store.selectLocations(act.db, act.who.locations);

/** One location. Errors: `404`. */
export const read = async (act: Act, id: string): Promise<Wire> => {
  const row = await store.findLocation(act.db, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

/** Creates a location. Errors: `400` without a name or with an unknown time zone. */
export const create = async (act: Act, body: Input): Promise<Wire> => {
  if (body.name === undefined)
    throw badRequest('"name" is required: what people call the location.', "missing_key", "name");
  const row = merged({ body, removed: new Set() }, initial(act, body.name));
  const entry = { location: SERVICE_LOCATION, act: "location.create", subject: "location" };
  // The tag of an id is one of 16.7 million: it is drawn again, should another location have it.
  while ((await change(act, store.insertLocation(row), entry)).length === 0) row._id = newId(undefined, act.now);
  return wire(row);
};

/** Changes a location. Errors: `400`, and `403` when somebody but a global admin changes the plan. */
export const update = (act: Act, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockLocation(inner.db, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => wire(old));
    const row = merged(sent, old);
    if (row.tier !== old.tier && act.who.role !== "global_admin") throw refused("only a global admin changes the plan");
    if (isDeepStrictEqual(row, old)) return wire(old);
    if (row.tier !== old.tier) await followPlan(inner, id);
    const now = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateLocation(now), {
      location: id,
      act: "location.change",
      events: ["company_updated"],
      subject: "location",
    });
    return wire(now);
  });

/** Removes a location with everything in it. Errors: `400` unless its name is repeated. */
export const remove = (act: Act, id: string, name: string | undefined): Promise<{ message: string }> =>
  together(act, async (inner) => {
    const old = await store.lockLocation(inner.db, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => wire(old));
    if (name !== old.name)
      throw badRequest(
        '"name" must repeat the name of the location: everything in it is removed.',
        "confirm_needed",
        "name",
      );
    await store.deleteContents(inner.db, id);
    await store.noteRemoval(inner.db, id, iso(act.now));
    await change(inner, store.deleteLocation(id), {
      location: SERVICE_LOCATION,
      act: "location.remove",
      subject: "location",
    });
    return { message: "The location and everything in it were removed." };
  });

/** Removes again a location that a restored backup brought back. @returns whether it was there */
export const removeAgain = async (act: Act, id: string): Promise<boolean> => {
  const found = await store.lockLocation(act.db, id);
  if (found === undefined) return false;
  await remove(act, id, found.name);
  return true;
};

/** Longer than any request or statement may take. */
const LATE_MS_MAX = 10 * 60_000;

/** Removes what requests that were under way still wrote into locations while these were removed. */
export const removeLateWrites = async (db: Db, now: number): Promise<void> => {
  const since = iso(now - LATE_MS_MAX);
  for (const { _id } of await store.selectRemoved(db, since))
    await db.transaction((inner) => store.deleteContents(inner, _id));
  await store.forgetRemovals(db, since);
};
