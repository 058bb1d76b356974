import type { Context } from "../../platform/context.ts";
import { type Db, type Statement, withoutTimeout } from "../../platform/db/database.ts";
import { lockLog } from "../../platform/events/log.ts";

/** Changes that are caught up with at once. They lock the location's log for some 20 ms, and sign-ins wait for it. */
const BATCH = 25;

type Pending = { company_id: string; is_built: boolean };

const NEXT: Statement = {
  name: "next-to-index",
  // An import of a log that is running would add to what is built as long as it runs.
  text: `select company_id, is_built from visits_to_index x
    where not exists (select from imports i where i.company_id = x.company_id and i.state = 'running' and i.target = 'visits')
    order by is_built desc, company_id limit 1 for update skip locked`,
};
const TAKE: Statement = {
  name: "take-location-to-index",
  text: "select from visits_to_index where company_id = $1 and is_built = $2 for update skip locked",
};
const ONE_MOMENT = "set transaction isolation level repeatable read";
const FORGET: Statement = { name: "forget-changes", text: "delete from visit_changes where company_id = $1" };
const BUILD: Statement = { name: "build-values", text: "select build_values($1)" };
const BUILT: Statement = {
  name: "values-built",
  text: "update visits_to_index set is_built = true where company_id = $1",
};
const CATCH_UP: Statement = { name: "catch-up-values", text: "select catch_up_values($1, $2)" };
/** Without statistics the planner doesn't know which of the values are rare. */
const ANALYZE = "analyze visit_values, visit_postings";

const take = async (db: Db, { company_id, is_built }: Pending): Promise<boolean> =>
  (await db.named(TAKE, [company_id, is_built])).length > 0;

/** Makes the values of a location, those of one moment; what changes later waits in `visit_changes`. */
const build = async (db: Db, next: Pending): Promise<void> => {
  await db.rows({ sql: ONE_MOMENT, parameters: [] });
  await withoutTimeout(db);
  if (!(await take(db, next))) return;
  for (const statement of [FORGET, BUILD, BUILT]) await db.named(statement, [next.company_id]);
};

const catchUp = async (db: Db, next: Pending): Promise<void> => {
  if (!(await take(db, next))) return;
  // The statement after it sees what every writer before has committed.
  await lockLog(db, next.company_id);
  await db.named(CATCH_UP, [next.company_id, BATCH]);
};

/**
 * Takes the next step to index the visits of a location: makes all their values, or catches up with some changes since. Two
 * processes take different locations.
 * @returns false when none is left that no other process is at
 */
export const indexSome = async (db: Db): Promise<boolean> => {
  const [next] = await db.named<Pending>(NEXT, []);
  if (next === undefined) return false;
  await db.transaction((inner) => (next.is_built ? catchUp : build)(inner, next));
  return true;
};

const LOCATIONS: Statement = { name: "list-locations-to-index", text: "select _id from companies order by _id" };
const AGAIN: Statement = {
  name: "index-again",
  text: "insert into visits_to_index (company_id) select _id from companies where _id = $1 on conflict (company_id) do update set is_built = false",
};

/** Has the visits of all locations indexed anew. */
export const indexAgain = async (db: Db): Promise<void> => {
  for (const { _id } of await db.named<{ _id: string }>(LOCATIONS, []))
    await db.transaction(async (inner) => {
      // Who writes visits now ends before: later changes wait until they are built.
      await lockLog(inner, _id);
      await inner.named(AGAIN, [_id]);
    });
};

/**
 * Brings visits from before an upgrade into the tables that filters look in (docs/decisions/0056-one-list-engine.md).
 * @param stopping ends it after the step in progress
 */
export const indexVisits = async ({ db }: Pick<Context, "db">, stopping: AbortSignal): Promise<void> => {
  if (!(await indexSome(db))) return;
  while (!stopping.aborted && (await indexSome(db)));
  await db.rows({ sql: ANALYZE, parameters: [] });
};
