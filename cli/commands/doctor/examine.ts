import { type Database, openDatabase } from "../../../server/platform/db/database.ts";
import { explainError } from "../../../server/explain-error.ts";
import { releaseDatabase } from "../../lib/database.ts";
import { backupChecks } from "./backups.ts";
import { certificateChecks } from "./certificate.ts";
import { channelChecks } from "./channels.ts";
import { type Check, CHECK_MS_MAX, type Finding, problem, type CheckInput, within } from "./check.ts";
import { clusterChecks, timeouts } from "./cluster.ts";
import { databaseChecks } from "./database.ts";
import { machineChecks } from "./machine.ts";
import { metricsChecks } from "./metrics.ts";
import { networkChecks } from "./network.ts";
import { outboundChecks } from "./outbound.ts";
import { clock, pooler } from "./pooler.ts";
import { recordChecks } from "./records.ts";
import { readSettings, settingChecks, settingFindings } from "./settings.ts";
import { reachDatabase } from "./reach-database.ts";
import { webhookChecks } from "./webhooks.ts";

/** Longer than other commands may take that share the server which the doctor started. */
const LEAVE_MS_MAX = 20_000;

/** The findings in the order of the checks, and whether a check did not end. */
export type Examination = { findings: readonly Finding[]; late: boolean };

const LATE: Finding = problem("Doctor", "a check took too long", "Run it again when the machine is less busy.");

/** A check that breaks is a finding, too. */
const carryOut = async (part: string, work: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
  try {
    const findings = await within(CHECK_MS_MAX, work());
    return findings === "late" ? [LATE] : findings;
  } catch (error) {
    const words = explainError(error) ?? (error instanceof Error ? error.message : String(error));
    const [found = "", ...fix] = words.split(/\n|(?<=\.) /);
    return [problem(part, found, fix.join(" ") || "If this looks wrong, report it as a bug in Foyer.")];
  }
};

const carryOutAll = async (
  part: string,
  checks: readonly Check[],
  situation: CheckInput,
): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await carryOut(part, async () => check(situation))));
  return findings;
};

const askDatabase = async (db: Database, situation: CheckInput): Promise<readonly Finding[]> => {
  const first = await carryOut("Database", async () => {
    await db.rows({ sql: "select 1", parameters: [] });
    return [];
  });
  if (first.length > 0) return first;
  const hasTables = (
    await db.rows<{ made: boolean }>({ sql: "select to_regclass('users') is not null as made", parameters: [] })
  )[0]?.made;
  const checks = [
    ...databaseChecks,
    clock,
    pooler,
    timeouts,
    ...(hasTables === true ? [...recordChecks, ...webhookChecks] : []),
  ];
  return carryOutAll(
    "Database",
    checks.map((check) => (inner) => check(db, inner)),
    situation,
  );
};

const examineDatabase = async (situation: CheckInput): Promise<Examination> => {
  const { config, unusable } = situation;
  if (unusable.has("DATABASE_URL")) return { findings: [], late: false };
  const { source, findings, late } = await reachDatabase(config);
  if (source === undefined) return { findings, late };
  const db = openDatabase({ ...source.connection, max: 3, prepare: false, onError: () => undefined });
  try {
    return { findings: [...findings, ...(await askDatabase(db, situation))], late };
  } finally {
    await within(LEAVE_MS_MAX, releaseDatabase(source, db));
  }
};

/** Looks at everything. Bounded in time; changes nothing. */
export const examine = async (env: CheckInput["env"], now: number): Promise<Examination> => {
  const { config, problems, unusable } = readSettings(env);
  const situation: CheckInput = { env, config, unusable, now };
  const settings = [...settingFindings(problems), ...(await carryOutAll("Settings", settingChecks, situation))];
  const [machine, database, network, certificate, ...sending] = await Promise.all([
    carryOutAll("Machine", [...machineChecks, ...backupChecks], situation),
    examineDatabase(situation),
    carryOutAll("Network", [...networkChecks, ...metricsChecks, ...outboundChecks, ...clusterChecks], situation),
    carryOutAll("TLS certificate", certificateChecks, situation),
    ...channelChecks.map(({ name, check }) => carryOutAll(name, [check], situation)),
  ]);
  const findings = [...settings, ...machine, ...database.findings, ...network, ...certificate, ...sending.flat()];
  return { findings, late: database.late || findings.includes(LATE) };
};
