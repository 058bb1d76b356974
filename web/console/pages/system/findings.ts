import {
  BACKUP_DAYS_MAX,
  BACKUP_ROOM_FACTOR,
  BACKUP_ROOM_MIN,
  CERTIFICATE_DAYS_MIN,
} from "../../../../shared/system-limits.ts";
import type { Answer } from "../../data/api/api.ts";
import { isReachable } from "../../components/text/reachable.ts";

/** The server's report about itself. */
export type SystemStatus = Answer<"GET /system">;

/** One line of the page: `found.<key>.<found>` with the values (a `size` in bytes), and what to do about it `fix.<key>.<found>`. */
export type Finding = {
  key: "address" | "database" | "backup" | "disk" | "certificate" | "mail" | "sms";
  state: "ok" | "warn" | "bad";
  found: string;
  values: Readonly<Record<string, string | number>>;
};

const DAY_MS = 24 * 60 * 60_000;

type Judge = (status: SystemStatus, now: number) => Finding | undefined;

const address: Judge = ({ public_url }) => {
  const { hostname, protocol } = new URL(public_url);
  const values = { url: public_url };
  if (!isReachable(hostname)) return { key: "address", state: "warn", found: "here", values };
  return {
    key: "address",
    ...(protocol === "https:" ? { state: "ok", found: "fine" } : { state: "warn", found: "plain" }),
    values,
  };
};

const database: Judge = ({ database: { version, embedded, bytes, disk_full } }) => {
  const values = { version, size: bytes };
  if (disk_full) return { key: "database", state: "bad", found: "full", values };
  return { key: "database", state: "ok", found: embedded ? "embedded" : "own", values };
};

const noBackup: Judge = ({ backup: { daily }, started }, now) => {
  const finding = { key: "backup", values: {} } as const;
  if (!daily) return { ...finding, state: "warn", found: "none" };
  const isDue = now - Date.parse(started) > DAY_MS;
  return { ...finding, ...(isDue ? { state: "bad", found: "missing" } : { state: "ok", found: "tonight" }) };
};

const backup: Judge = (status, now) => {
  const { newest, unusable, unreadable } = status.backup;
  if (unreadable !== undefined)
    return { key: "backup", state: "bad", found: "unreadable", values: { why: unreadable } };
  if (unusable > 0)
    return {
      key: "backup",
      state: newest === undefined ? "bad" : "warn",
      found: "unusable",
      values: { count: unusable },
    };
  if (newest === undefined) return noBackup(status, now);
  const days = (now - Date.parse(newest.time)) / DAY_MS;
  const values = { count: Math.floor(days), size: newest.bytes };
  if (days > BACKUP_DAYS_MAX) return { key: "backup", state: "warn", found: "old", values };
  return { key: "backup", state: "ok", found: days < 1 ? "today" : "fine", values };
};

const disk: Judge = ({ backup: { free_bytes, newest } }) => {
  if (free_bytes === undefined) return undefined;
  const isShort = free_bytes < Math.max(BACKUP_ROOM_MIN, BACKUP_ROOM_FACTOR * (newest?.bytes ?? 0));
  return {
    key: "disk",
    state: isShort ? "warn" : "ok",
    found: isShort ? "low" : "fine",
    values: { size: free_bytes },
  };
};

const certificate: Judge = ({ certificate: found }, now) => {
  if (found === undefined) return undefined;
  const count = Math.floor((Date.parse(found.valid_to) - now) / DAY_MS);
  const finding = { key: "certificate", values: { count } } as const;
  if (count < 0) return { ...finding, state: "bad", found: "ended" };
  if (!found.covers_public_url) return { ...finding, state: "bad", found: "other" };
  return {
    ...finding,
    ...(count < CERTIFICATE_DAYS_MIN ? { state: "warn", found: "soon" } : { state: "ok", found: "fine" }),
  };
};

const sending =
  (kind: "mail" | "sms"): Judge =>
  ({ channels }) => {
    const channel = channels.find((one) => one.kind === kind);
    if (channel === undefined) return undefined;
    const values = { waiting: channel.waiting, count: channel.failed };
    // Most installations have no SMS, and need none.
    if (!channel.configured) return { key: kind, state: kind === "mail" ? "warn" : "ok", found: "none", values };
    return {
      key: kind,
      ...(channel.failed > 0 ? { state: "warn", found: "failed" } : { state: "ok", found: "fine" }),
      values,
    };
  };

const JUDGES: readonly Judge[] = [sending("mail"), sending("sms"), backup, disk, database, address, certificate];

/** The findings about an installation at this time. */
export const findingsOf = (status: SystemStatus, now: number): readonly Finding[] =>
  JUDGES.flatMap((judge) => judge(status, now) ?? []);
