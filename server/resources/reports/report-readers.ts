import { can } from "../../../shared/roles.ts";
import type { Db } from "../../platform/db/database.ts";
import * as store from "./subscriptions-store.ts";

export type { ReportedLocation } from "./subscriptions-store.ts";

/** The locations whose report any user subscribed to. */
export const listReportedLocations = (db: Db): Promise<store.ReportedLocation[]> => store.listReportedLocations(db);

/** Those of the users who may read the reports of a location now and can be emailed (rules 5.8). */
export const findReaders = async (db: Db, location: string, users: readonly string[]): Promise<store.Reader[]> =>
  (await store.listReaders(db, location, users)).filter(({ role }) => can(role, "reports.read"));

/**
 * Takes the subscriptions whose report of a month is due, until the transaction ends: no other process and no later run
 * finds them.
 * @param month its first day
 * @returns the users to email
 */
export const takeDueReaders = async (db: Db, location: string, month: string): Promise<store.Reader[]> => {
  const due = await store.takeDue(db, location, month);
  return due.length === 0 ? [] : findReaders(db, location, due);
};
