import type { LEVELS } from "../contract.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/db/database.ts";

/** How much a finding matters: a `problem` keeps Foyer from working, a `warning` will become one, `advice` can wait. */
export type Level = (typeof LEVELS)[number];

/** What a finding says, for the System page: its texts are in texts/<language>/system.json, with these values in them. */
export type FindingWords = { key: string; values?: Readonly<Record<string, string | number>> };

/**
 * The result of a check, and what to do about it, in the words of the command line. Never contains a secret.
 * @property words absent where only the command line shows it
 */
export type Finding = { name: string; level: Level; found: string; fix?: string; words?: FindingWords };

/** Adds what the System page says of a finding. */
export const inWords = (finding: Finding, key: string, values: FindingWords["values"] = {}): Finding => ({
  ...finding,
  words: { key, values },
});

/** The inputs of checks. */
export type CheckInput = {
  /** The settings, without invalid ones. */
  config: Config;
  /** The names of the invalid settings. */
  unusable: ReadonlySet<string>;
  now: number;
};

/** A check of the configuration; undefined if it does not apply. */
export type Check = (situation: CheckInput) => Promise<readonly Finding[]> | readonly Finding[];

/** A check that queries a reachable database. */
export type DatabaseCheck = (db: Pick<Db, "rows">, situation: CheckInput) => Promise<readonly Finding[]>;

/** How long a check may take; nothing here may hang. */
export const CHECK_MS_MAX = 8_000;

/** Makes a finding of each level. */
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

/** Addresses that can only be reached from this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" ||
  host.endsWith(".localhost") ||
  host === "::1" ||
  host === "[::1]" ||
  /^127\.[\d.]+$/.test(host);
