import { REFUSAL_WINDOW_MS, REFUSALS_MAX } from "../../../platform/auth/refusals.ts";
import type { Db } from "../../../platform/db/database.ts";
import { countOf } from "../../../platform/lib/text/count-of.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { readIndexProgress } from "../../../resources/visits/index-progress.ts";
import { listNearSmsLimit } from "../../../resources/messages/sms-settings.ts";
import { advice, type DatabaseCheck, type Finding, inWords, ok, warning } from "./check.ts";

const MINUTE_MS = 60_000;
/** Twice the time that a tablet takes to restart and update. */
const SILENT_MINUTES = 15;
const DAY_MS = 24 * 60 * 60_000;
const UNUSED_DAYS = 90;
const SHOWN_MAX = 10;

const count = async (db: Pick<Db, "rows">, sql: string, parameters: readonly unknown[] = []): Promise<number> =>
  (await db.rows<{ n: number }>({ sql, parameters }))[0]?.n ?? 0;

const administrators: DatabaseCheck = async (db) => {
  const n = await count(db, "select count(*) as n from users where role = 'global_admin' and active");
  if (n > 0) return [inWords(ok("Administrators", String(n)), "administrators", { number: n })];
  const fix = "Run node bin/foyer.mjs user add EMAIL, or open the link Foyer prints when it starts.";
  return [inWords(warning("Administrators", "there isn't one yet", fix), "noAdministrator")];
};

const adminPassword: DatabaseCheck = async (db, { config }) => {
  if (config.adminPassword === undefined || (await count(db, "select count(*) as n from users")) === 0) return [];
  const fix = "Remove ADMIN_EMAIL and ADMIN_PASSWORD from the environment. They're no longer needed.";
  return [inWords(advice("ADMIN_PASSWORD", "it's still set, but there are already users", fix), "adminPassword")];
};

const shutOut: DatabaseCheck = async (db, { now }) => {
  const rows = await db.rows<{ source: string }>({
    // Only refused credentials of addresses: other counters, such as those of pairing codes and users, are left out.
    sql: `select source from refusals where n >= $1 and opened > $2 and source ~ '/(32|64)$' and source !~ '^pairing:'
order by source limit $3`,
    parameters: [REFUSALS_MAX, iso(now - REFUSAL_WINDOW_MS), SHOWN_MAX],
  });
  return rows.map(({ source }) => {
    // Areas outside /api count under a prefix of their own, such as kiosk:192.0.2.1/32.
    const address = withoutArea(source).replace(/\/(32|64)$/, "");
    const fix = `If it's one of yours, run node bin/foyer.mjs unblock ${address}. If you use a proxy, set TRUSTED_PROXIES.`;
    const found = `${source} is blocked after ${REFUSALS_MAX} refused credentials`;
    return inWords(warning("Refusal limit", found, fix), "blocked", { source, number: REFUSALS_MAX, address });
  });
};

/** An IPv6 address begins with hexadecimal digits only; a prefix has another letter. */
const withoutArea = (source: string): string => {
  const word = /^([a-z]+):/.exec(source)?.[1] ?? "";
  return /[g-z]/.test(word) ? source.slice(word.length + 1) : source;
};

const idleKeys: DatabaseCheck = async (db, { now }) => {
  const rows = await db.rows<{ key_id: string; name: string }>({
    sql: `select key_id, name from api_keys where revoked_at is null and expires_at is null
and coalesce(last_used, create_date) < $1 order by create_date limit $2`,
    parameters: [iso(now - UNUSED_DAYS * DAY_MS), SHOWN_MAX],
  });
  return rows.map(({ key_id, name }): Finding => {
    const found = `"${name}" never expires and hasn't been used for ${UNUSED_DAYS} days`;
    const fix = `If it's no longer needed, run node bin/foyer.mjs key revoke ${key_id}`;
    return inWords(advice("API key", found, fix), "idleKey", { key: name, days: UNUSED_DAYS });
  });
};

const unindexed: DatabaseCheck = async (db) => {
  // A database of an older version does not have the table yet.
  if ((await count(db, "select count(to_regclass('visit_changes')) as n")) === 0) return [];
  const { locations, visits, seconds } = await readIndexProgress(db);
  if (locations === 0) return [];
  const [place, minutes] = [countOf(locations, "location"), Math.ceil(seconds / 60)];
  const found = `${countOf(visits, "visit")} of ${place} aren't indexed yet; until then, filters of their logs are slow`;
  const fix = `Foyer indexes them in the background while it runs, in about ${countOf(minutes, "minute")}; or run node bin/foyer.mjs index.`;
  return [inWords(advice("Visitor log", found, fix), "unindexed", { number: visits, minutes })];
};

/** A device that is permanently off has been removed or forgotten; one that was online this week is missing. */
const silentKiosks: DatabaseCheck = async (db, { now }) => {
  const rows = await db.rows<{ name: string; place: string; last_seen: string }>({
    sql: `select d.name, c.name as place, d.last_seen from devices d join companies c on c._id = d.company_id
where d.last_seen < $1 and d.last_seen > $2 order by d.last_seen limit $3`,
    parameters: [iso(now - SILENT_MINUTES * MINUTE_MS), iso(now - 7 * DAY_MS), SHOWN_MAX],
  });
  return rows.map(({ name, place, last_seen }) => {
    const minutes = Math.round((now - Date.parse(last_seen)) / MINUTE_MS);
    const fix = "Check its power, network and browser. If it won't come back, remove it in the console.";
    const found = `"${name}" at "${place}" hasn't been heard from for ${minutes} minutes`;
    return inWords(advice("Kiosk", found, fix), "silentKiosk", { kiosk: name, place, minutes });
  });
};

const fewSmsLeft: DatabaseCheck = async (db, { now }) =>
  (await listNearSmsLimit(db, now, SHOWN_MAX)).map(({ name, most, today }) => {
    const found = `${today} of the ${most} SMS of today are used at "${name}"`;
    const fix = "When none are left, hosts are notified by email only. Change the limit under General (sms_per_day).";
    return inWords(warning("SMS", found, fix), "fewSmsLeft", { place: name, today, most });
  });

/** Checks of Foyer's data in the database; they need its tables. */
export const recordChecks: readonly DatabaseCheck[] = [
  administrators,
  adminPassword,
  shutOut,
  idleKeys,
  unindexed,
  silentKiosks,
  fewSmsLeft,
];
