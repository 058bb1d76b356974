import type { LEVELS } from "../contract.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/db/database.ts";

/** How much it matters: `problem` keeps Foyer from working, `warning` will hurt, `advice` is for calmer times. */
export type Level = (typeof LEVELS)[number];

/** What a check found, and what to do about it. Never holds a secret. */
export type Finding = { name: string; level: Level; found: string; fix?: string };

/** What the checks look at. */
export type CheckInput = {
  /** The settings; those that cannot be used are left out. */
  config: Config;
  /** The names of the settings that were left out. */
  unusable: ReadonlySet<string>;
  now: number;
};

/** One thing to look at; nothing when it does not apply here. */
export type Check = (situation: CheckInput) => Promise<readonly Finding[]> | readonly Finding[];

/** One thing to ask a database that can be reached. */
export type DatabaseCheck = (db: Pick<Db, "rows">, situation: CheckInput) => Promise<readonly Finding[]>;

/** Time a check may take; nothing here may hang. */
export const CHECK_MS_MAX = 8_000;

/** The four ways to put a finding. */
export const ok = (name: string, found: string): Finding => ({ name, level: "ok", found });
export const advice = (name: string, found: string, fix: string): Finding => ({ name, level: "advice", found, fix });
export const warning = (name: string, found: string, fix: string): Finding => ({ name, level: "warning", found, fix });
export const problem = (name: string, found: string, fix: string): Finding => ({ name, level: "problem", found, fix });

/** Waits for it no longer than `ms`. */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T | "late"> => {
  const { promise, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** Addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  host.endsWith(".localhost") ||
  host === "::1" ||
  host === "[::1]" ||
  /^127\.[\d.]+$/.test(host);
