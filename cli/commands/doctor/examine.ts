import { type Database, openDatabase } from "../../../server/platform/db/database.ts";
import { explainError } from "../../../server/explain-error.ts";
import { releaseDatabase } from "../../lib/database.ts";
import type { Environment } from "../../../server/platform/config/reader.ts";
import { type CheckInput, type Finding, within } from "../../../server/jobs/system/checks/check.ts";
import {
  carryOut,
  carryOutAll,
  checkDatabase,
  checkSettings,
  LATE,
} from "../../../server/jobs/system/checks/checks.ts";
import { backupChecks } from "./backups.ts";
import { certificateChecks } from "./certificate.ts";
import { channelChecks } from "./channels.ts";
import { clusterChecks } from "./cluster.ts";
import type { MachineCheck, MachineInput } from "./machine-check.ts";
import { machineChecks } from "./machine.ts";
import { metricsChecks } from "./metrics.ts";
import { networkChecks } from "./network.ts";
import { outboundChecks } from "./outbound.ts";
import { pooler } from "./pooler.ts";
import { reachDatabase } from "./reach-database.ts";
import { readSettings, settingFindings } from "./settings.ts";
import { endpointChecks } from "./webhooks.ts";

/** Longer than other commands may run that share the server started by the doctor. */
const LEAVE_MS_MAX = 20_000;

/** The findings in the order of the checks, and whether a check did not end. */
export type Examination = { findings: readonly Finding[]; late: boolean };

const run = (part: string, checks: readonly MachineCheck[], situation: MachineInput): Promise<readonly Finding[]> =>
  carryOutAll(part, checks, [situation], explainError);

const askDatabase = async (db: Database, situation: CheckInput): Promise<readonly Finding[]> => {
  const ask = async () => {
    await db.rows({ sql: "select 1", parameters: [] });
    return [];
  };
  const first = await carryOut("Database", ask, explainError);
  if (first.length > 0) return first;
  const [row] = await db.rows<{ made: boolean }>({
    sql: "select to_regclass('webhooks') is not null as made",
    parameters: [],
  });
  return [
    ...(await checkDatabase(db, situation, explainError)),
    ...(await carryOutAll("Database", [pooler], [db, situation], explainError)),
    ...(await carryOutAll("Database", row?.made === true ? endpointChecks : [], [db, situation], explainError)),
  ];
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

/** Runs all checks. Bounded in time; changes nothing. */
export const examine = async (env: Environment, now: number): Promise<Examination> => {
  const { config, problems, unusable } = readSettings(env);
  const situation: MachineInput = { env, config, unusable, now };
  const settings = [...settingFindings(problems), ...(await checkSettings(situation, explainError))];
  const [machine, database, network, certificate, ...sending] = await Promise.all([
    run("Machine", [...machineChecks, ...backupChecks], situation),
    examineDatabase(situation),
    run("Network", [...networkChecks, ...metricsChecks, ...outboundChecks, ...clusterChecks], situation),
    run("TLS certificate", certificateChecks, situation),
    ...channelChecks.map(({ name, check }) => run(name, [check], situation)),
  ]);
  const findings = [...settings, ...machine, ...database.findings, ...network, ...certificate, ...sending.flat()];
  return { findings, late: database.late || findings.includes(LATE) };
};
