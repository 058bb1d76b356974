import { keyIdOf, sealingKey } from "../../../resources/audit/seals.ts";
import { findPreviousKey, findSecretKey } from "../../../platform/secret-key.ts";
import { channels, urlSettingOf } from "../../../platform/channels/channels.ts";
import { countOf } from "../../../platform/lib/text/count-of.ts";
import { openCredentials } from "../../../resources/webhooks/credentials.ts";
import { type DatabaseCheck, inWords, problem, warning } from "./check.ts";

/** The most webhooks whose secrets are tried with the key. */
const LOOKED_AT_MAX = 10;

/** The audit log seals' ID of a key. */
const sealIdOf = (secretKey: string): string => keyIdOf(sealingKey(secretKey));

/** The inputs of these checks. */
type Target = Parameters<typeof openCredentials>[1];

/** Data encrypted with another key shows that this process has another key than earlier or other processes. */
const sameKey: DatabaseCheck = async (db, { config, unusable, now }) => {
  const rows = await db.rows<Target>({ sql: "select * from webhooks limit $1", parameters: [LOOKED_AT_MAX] });
  const secretKey = unusable.has("SECRET_KEY") ? undefined : await findSecretKey(config);
  if (rows.length === 0 || unusable.has("SECRET_KEY")) return [];
  const keys = secretKey && { secretKey, previousKey: await findPreviousKey(config, secretKey) };
  if (keys !== undefined && rows.some((row) => openCredentials(keys, row, now) !== undefined)) return [];
  const fix =
    "Give every process the same SECRET_KEY (or the same DATA_DIR/secret.key) as before. If it's lost, save each webhook again.";
  const found =
    secretKey === undefined
      ? "there's none here, but the database contains data encrypted with one"
      : "it isn't the one used to encrypt the stored webhook passwords";
  return [inWords(problem("SECRET_KEY", found, fix), secretKey === undefined ? "noKey" : "otherKey")];
};

/** Longer than any link works, except invitations for a later day, which the command mentions. */
const PREVIOUS_DAYS_MAX = 45;
const DAY_MS = 24 * 60 * 60_000;

/**
 * A previous key still opens what it signed, and should not be kept forever. The first seal shows since when there is a
 * new one.
 */
const previousKey: DatabaseCheck = async (db, { config, unusable, now }) => {
  if (unusable.has("SECRET_KEY") || unusable.has("SECRET_KEY_PREVIOUS")) return [];
  const secretKey = await findSecretKey(config);
  const previous = await findPreviousKey(config, secretKey);
  if (secretKey === undefined || previous === undefined) return [];
  const [row] = await db.rows<{ at: string | null }>({
    sql: "select min(at) as at from seals where key_id = $1",
    parameters: [sealIdOf(secretKey)],
  });
  const since = row?.at ?? null;
  if (since === null || now - Date.parse(since) <= PREVIOUS_DAYS_MAX * DAY_MS) return [];
  const fix =
    "Run node bin/foyer.mjs reseal to see what still needs it. Then remove the setting, but keep the key with your backups.";
  const day = since.slice(0, 10);
  const found = `it's still set, and SECRET_KEY has been in use since ${day}`;
  return [inWords(warning("SECRET_KEY_PREVIOUS", found, fix), "oldKey", { since: day })];
};

/** Messages of a channel that is not configured. */
const waiting: DatabaseCheck = async (db, { config, unusable }) => {
  const rows = await db.rows<{ kind: string; n: number }>({
    sql: "select kind, count(*)::int as n from messages where state in ('queued', 'sending') group by 1",
    parameters: [],
  });
  return channels.flatMap((channel) => {
    const [setting, n] = [urlSettingOf(channel), rows.find(({ kind }) => kind === channel.kind)?.n ?? 0];
    if (n === 0 || config.channels[channel.kind] !== undefined || unusable.has(setting)) return [];
    const fix = `Set ${setting}. Messages queued for more than 24 hours are dropped.`;
    const found = `it isn't set, but ${countOf(n, "message")} can't be sent`;
    return [inWords(warning(setting, found, fix), "unsent", { setting, number: n })];
  });
};

/** Browsers offer a passkey only to the host that it was made for. */
const passkeyHosts: DatabaseCheck = async (db, { config, unusable }) => {
  if (unusable.has("PUBLIC_URL")) return [];
  const { hostname } = new URL(config.publicUrl);
  const rows = await db.rows<{ host: string; n: number }>({
    sql: "select rp_id as host, count(*)::int as n from second_factors where kind = 'passkey' and rp_id <> $1 group by 1 order by 1",
    parameters: [hostname],
  });
  return rows.map(({ host, n }) => {
    const fix = `Use ${host} in PUBLIC_URL again, or have their users add new ones. For users without another factor or recovery codes, run node bin/foyer.mjs user reset EMAIL --second-factor.`;
    const found = `${countOf(n, "passkey")} for ${host} can't be used, since PUBLIC_URL is now at ${hostname}`;
    return inWords(warning("Passkeys", found, fix), "passkeyHosts", { number: n, old: host, host: hostname });
  });
};

/** Checks of data that needs the key, or waits for a setting; they need the tables. */
export const keyChecks: readonly DatabaseCheck[] = [sameKey, previousKey, waiting, passkeyHosts];
