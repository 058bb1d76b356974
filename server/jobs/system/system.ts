import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import { channels, urlSettingOf } from "../../platform/channels/channels.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { freeBytes, nearestExisting } from "../../platform/lib/folders.ts";
import { iso } from "../../platform/lib/time.ts";
import { VERSION } from "../../platform/lib/version.ts";
import { listBackups } from "../backup/folder.ts";
import { checkDatabase, checkSettings } from "./checks/checks.ts";
import type { readSystem } from "./contract.ts";
import * as store from "./store.ts";

type Status = Static<typeof readSystem.response>;

const certificateOf = ({ tls, publicUrl }: Config): Pick<Status, "certificate"> => {
  if (tls === undefined) return {};
  const certificate = new X509Certificate(tls.cert);
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  const covers = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return { certificate: { valid_to: iso(Date.parse(certificate.validTo)), covers_public_url: covers !== undefined } };
};

const backupOf = async ({ config: { backup }, secretKey, previousKey }: Context): Promise<Status["backup"]> => {
  const all = await listBackups(backup.dir, { secretKey, previousKey });
  const newest = all.find(({ problem }) => problem === undefined);
  // A folder that can't be looked at shows no free space; the list of its backups is empty then, too.
  const free = await freeBytes(await nearestExisting(backup.dir)).catch(() => undefined);
  return {
    daily: backup.time !== undefined,
    unusable: all.filter(({ problem }) => problem !== undefined).length,
    ...(newest && { newest: { name: newest.name, time: newest.time, bytes: newest.bytes } }),
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

/** The settings could be read, or the server had not started. */
const checksOf = async ({ context, db, now }: RequestContext): Promise<Status["checks"]> => {
  const situation = { config: context.config, unusable: new Set<string>(), now };
  return [...(await checkSettings(situation)), ...(await checkDatabase(db, situation))];
};

/** What the server knows of itself: nothing is tried, and nothing that is secret is shown. */
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
    ...certificateOf(context.config),
  };
};
