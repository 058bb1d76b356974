import { setTimeout as wait } from "node:timers/promises";

import type { Context } from "../../platform/context.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { lockLog } from "../../platform/events/log.ts";

/** Visits per transaction. Each locks its location's log for some milliseconds; the pause after it is as long as it took. */
const BATCH = 25;

type Pending = { company_id: string; after: string };

const NEXT: Statement = {
  name: "next-to-index",
  text: "select company_id, after from visits_to_index order by company_id limit 1 for update skip locked",
};
const INDEX: Statement = { name: "index-visits", text: "select index_visits($1, $2, $3) as last" };
const CONTINUE: Statement = {
  name: "continue-indexing",
  text: "update visits_to_index set after = $2 where company_id = $1",
};
const END: Statement = { name: "end-indexing", text: "delete from visits_to_index where company_id = $1" };

/** Indexes some visits of a location where not all are indexed yet. @returns false when there is none */
export const indexSome = (db: Db, batch = BATCH): Promise<boolean> =>
  db.transaction(async (inner) => {
    const [next] = await inner.named<Pending>(NEXT, []);
    if (next === undefined) return false;
    // The statement after it sees what every writer before has committed.
    await lockLog(inner, next.company_id);
    const [found] = await inner.named<{ last: string | null }>(INDEX, [next.company_id, next.after, batch]);
    if (found?.last == null) await inner.named(END, [next.company_id]);
    else await inner.named(CONTINUE, [next.company_id, found.last]);
    return true;
  });

/**
 * Brings visits from before an upgrade, or from a backup, into the tables that filters look in (docs/decisions/0039-values-of-visits.md).
 * Two processes take different locations. @param stopping ends it after the batch in progress
 */
export const indexVisits = async ({ db }: Pick<Context, "db">, stopping: AbortSignal): Promise<void> => {
  for (;;) {
    const began = performance.now();
    if (!(await indexSome(db)) || stopping.aborted) return;
    await wait(performance.now() - began, undefined, { signal: stopping }).catch(() => undefined);
  }
};
