import { readServerInfo, SKEW_MS_MAX } from "../../../platform/db/server-info.ts";
import { type DatabaseCheck, type Finding, inWords, ok, warning } from "./check.ts";

/** The time-outs that Foyer sets when it connects (server/platform/db/database.ts). */
const TIMEOUTS = { statement_timeout: "8s", lock_timeout: "5s", idle_in_transaction_session_timeout: "9s" };

/** A pooler may be configured to drop them: without time-outs, one bad query holds its connection forever. */
const timeouts: DatabaseCheck = async (db) => {
  const rows = await db.rows<{ name: string; role: string }>({
    sql: "select name, current_user as role from pg_settings where name = any ($1) and setting = '0' order by name",
    parameters: [Object.keys(TIMEOUTS)],
  });
  if (rows.length === 0) return [];
  const role = rows[0]?.role ?? "foyer";
  const set = Object.entries(TIMEOUTS).map(([name, value]) => `alter role "${role}" set ${name} = '${value}';`);
  const found = `the pooler ignores Foyer's timeouts: ${rows.map(({ name }) => name).join(", ")}`;
  const names = rows.map(({ name }) => name).join(", ");
  return [inWords(warning("Time-outs", found, `Run: ${set.join(" ")}`), "timeouts", { names })];
};

/** The finding about the difference between this machine's clock and the database's. */
export const judgeClock = (skewMs: number): Finding => {
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1);
  const found = `this machine's is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the database's`;
  if (Math.abs(skewMs) <= SKEW_MS_MAX) return inWords(ok("Clock", "as the database's"), "clock");
  const fix = "Synchronise both with NTP: visit times and key expiry depend on them.";
  return inWords(warning("Clock", found, fix), "clockOff", { seconds });
};

/** This machine's clock against the database's. */
const clock: DatabaseCheck = async (db) => [judgeClock((await readServerInfo(db)).skewMs)];

/** Checks of the connection's time-outs and of the clocks. */
export const timingChecks: readonly DatabaseCheck[] = [clock, timeouts];
