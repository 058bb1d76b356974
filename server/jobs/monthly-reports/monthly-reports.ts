import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { queueMessages } from "../../resources/messages/queue.ts";
import { dueMonth, readMonth } from "../../resources/reports/monthly-report.ts";
import {
  listReportedLocations,
  type ReportedLocation,
  takeDueReaders,
} from "../../resources/reports/report-readers.ts";

const queueReport = async (db: Db, { _id, name, timezone, language }: ReportedLocation, now: number): Promise<void> => {
  const month = dueMonth(now, timezone);
  const readers = await takeDueReaders(db, _id, month);
  if (readers.length === 0) return;
  const figures = await readMonth(db, { _id, timezone, month }, now);
  const messages = readers.map((reader) => ({
    location: _id,
    kind: "mail" as const,
    recipient: reader.email,
    template: "monthly_report" as const,
    parameters: { userId: reader._id, locationName: name, timezone, month, ...figures },
    subjectId: reader._id,
    language: reader.language_id ?? language,
    now,
  }));
  await queueMessages(db, messages);
};

/**
 * Queues last month's report for each subscribed user who may still read it: from 06:00 on the first of the month, in
 * the location's time zone, or as soon as the service runs again. The same transaction records that the month was
 * queued, so it is queued once, wherever a process ends (docs/decisions/0045-monthly-report.md). A location that fails
 * does not hold up the others.
 * @param stopping ends it between two locations
 */
export const queueMonthlyReports = async ({ db, now }: Context, stopping?: AbortSignal): Promise<void> => {
  const failures: unknown[] = [];
  for (const location of await listReportedLocations(db)) {
    if (stopping?.aborted === true) break;
    await db
      .transaction((inner) => queueReport(inner, location, now()))
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
};
