import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import { channels, urlSettingOf } from "../../platform/channels/channels.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { freeBytes } from "../../platform/lib/folders.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { VERSION } from "../../platform/lib/version.ts";
import { type BackupEntry, listBackups } from "../backup/folder.ts";
import type { FindingWords } from "./checks/check.ts";
import { checkDatabase, checkSettings } from "./checks/checks.ts";
import type { readSystem } from "./contract.ts";
import * as store from "./store.ts";

type Status = Static<typeof readSystem.response>;

const certificateOf = ({ config, certificate: inUse }: Context): Pick<Status, "certificate"> => {
  if (inUse === undefined) return {};
  const certificate = new X509Certificate(inUse.cert);
  const host = new URL(config.publicUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  const covers = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return { certificate: { valid_to: iso(Date.parse(certificate.validTo)), covers_public_url: covers !== undefined } };
};

/** The backups in the folder, or why it can't be read: the rest of the page is shown all the same. */
const readBackups = async (folder: string, keys: SecretKeys): Promise<[readonly BackupEntry[], string?]> => {
  try {
    return [await listBackups(folder, keys)];
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    if (typeof code !== "string") throw error;
    return [[], code];
  }
};

const backupOf = async ({ config: { backup }, secretKey, previousKey }: Context): Promise<Status["backup"]> => {
  const [all, unreadable] = await readBackups(backup.dir, { secretKey, previousKey });
  const newest = all.find(({ problem }) => problem === undefined);
  // A folder that can't be read shows no free space.
  const free = await freeBytes(backup.dir).catch(() => undefined);
  return {
    daily: backup.time !== undefined,
    unusable: all.filter(({ problem }) => problem !== undefined).length,
    ...(newest && { newest: { name: newest.name, time: newest.time, bytes: newest.bytes } }),
    ...(unreadable !== undefined && { unreadable }),
    ...(free !== undefined && { free_bytes: free }),
  };
};

const channelsOf = async ({ context, db }: RequestContext): Promise<Status["channels"]> => {
  const unsent = new Map((await store.countUnsent(db)).map((row) => [row.kind, row]));
  return channels.map((channel) => ({
    kind: channel.kind,
    configured: context.config.channels[channel.kind] !== undefined,
    setting: urlSettingOf(channel),
    waiting: unsent.get(channel.kind)?.waiting ?? 0,
    failed: unsent.get(channel.kind)?.failed ?? 0,
  }));
};

const wireOf = ({ key, values = {} }: FindingWords): Pick<Status["checks"][number], "key" | "values"> => ({
  key,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});

/** The settings are valid, or the server would not have started. */
const checksOf = async ({ context, db, now }: RequestContext): Promise<Status["checks"]> => {
  const situation = { config: context.config, unusable: new Set<string>(), now };
  const findings = [...(await checkSettings(situation)), ...(await checkDatabase(db, situation))];
  return findings.map(({ words, ...finding }) => ({ ...finding, ...(words && wireOf(words)) }));
};

/** The state of the installation: nothing is tried, and no secrets are shown. */
export const status = async (ctx: RequestContext): Promise<Status> => {
  const { context, db } = ctx;
  const [database, sending, backup, checks] = await Promise.all([
    store.findDatabase(db),
    channelsOf(ctx),
    backupOf(context),
    checksOf(ctx),
  ]);
  return {
    version: VERSION,
    node: process.versions.node,
    started: iso(performance.timeOrigin),
    public_url: context.config.publicUrl,
    database: {
      ...database,
      embedded: context.diskSpace !== undefined,
      disk_full: context.diskSpace?.isLow() ?? false,
    },
    channels: sending,
    backup,
    checks,
    ...certificateOf(context),
  };
};
