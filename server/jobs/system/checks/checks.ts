import type { Db } from "../../../platform/db/database.ts";
import { type CheckInput, CHECK_MS_MAX, type Finding, inWords, problem, within } from "./check.ts";
import { connectionChecks } from "./connections.ts";
import { databaseChecks } from "./database.ts";
import { directoryChecks } from "./directories.ts";
import { keyChecks } from "./keys.ts";
import { recordChecks } from "./records.ts";
import { settingChecks } from "./settings.ts";
import { timingChecks } from "./timing.ts";
import { webhookChecks } from "./webhooks.ts";

/** Explains a known error: what happened, then what to do. */
export type ExplainError = (error: unknown) => string | undefined;

/** The finding for a check that did not finish. */
export const LATE: Finding = inWords(
  problem("Doctor", "a check took too long", "Run it again when the machine is less busy."),
  "late",
);

/** Runs one check. A check that fails is a finding, too. @param part its name in that finding */
export const carryOut = async (
  part: string,
  work: () => Promise<readonly Finding[]>,
  explain?: ExplainError,
): Promise<readonly Finding[]> => {
  try {
    const findings = await within(CHECK_MS_MAX, work());
    return findings === "late" ? [LATE] : findings;
  } catch (error) {
    const words = explain?.(error) ?? (error instanceof Error ? error.message : String(error));
    const [found = "", ...fix] = words.split(/\n|(?<=\.) /);
    const advised = fix.join(" ") || "If this looks wrong, report it as a bug in Foyer.";
    return [inWords(problem(part, found, advised), "failed")];
  }
};

/** Runs checks one after the other. */
export const carryOutAll = async <Given extends readonly unknown[]>(
  part: string,
  checks: readonly ((...given: Given) => Promise<readonly Finding[]> | readonly Finding[])[],
  given: Given,
  explain?: ExplainError,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await carryOut(part, async () => check(...given), explain)));
  return findings;
};

const HAS_TABLES = "select to_regclass('users') is not null as made";

/** The checks of the database and its contents: the same for `foyer doctor` and for the System page. */
export const checkDatabase = async (
  db: Pick<Db, "rows">,
  situation: CheckInput,
  explain?: ExplainError,
): Promise<readonly Finding[]> => {
  const [row] = await db.rows<{ made: boolean }>({ sql: HAS_TABLES, parameters: [] });
  const stored =
    row?.made === true
      ? [...recordChecks, ...webhookChecks, ...connectionChecks, ...directoryChecks, ...keyChecks]
      : [];
  return carryOutAll("Database", [...databaseChecks, ...timingChecks, ...stored], [db, situation], explain);
};

/** The checks of the settings, without trying them. */
export const checkSettings = (situation: CheckInput, explain?: ExplainError): Promise<readonly Finding[]> =>
  carryOutAll("Settings", settingChecks, [situation], explain);
