import type { Context } from "../../platform/context.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { compareAgain } from "../visits/compare-again.ts";
import { findVisitForChange } from "../visits/store.ts";
import { lockVisits } from "../visits/transitions-store.ts";
import type { Typed } from "./persons.ts";
import { goOn } from "./release.ts";
import { recordAgain, screen } from "./screening.ts";

/** How many are compared in a run, each in a transaction of its own. */
const MOST = 200;
/** A visit that is still open after this is that of someone who has left. */
const INSIDE_HOURS = 36;

type Due = { company_id: string; _id: string; was: string | null };

// Oldest first, so that those that can't be compared don't keep the others waiting.
const VISITS: Statement = {
  name: "visits-to-compare",
  text: `select v.company_id, v._id, c.outcome as was
from visit_types t left join watch_versions w on w.company_id = t.company_id
join visits v on v.company_id = t.company_id and v.visit_type = t._id and v.signed_out is null and v.signed_in > $1::timestamptz - $3::integer * interval '1 hour'
left join watch_checks c on c.company_id = v.company_id and c.subject_id = v._id
where t.watchlist and v.approval is distinct from 'rejected' and (c.outcome is null or c.outcome = 'unchecked' or c.version < w.version)
order by c.checked_at nulls first limit $2`,
};

const EXPECTED: Statement = {
  name: "expected-to-compare",
  text: `select r.company_id, r._id, c.outcome as was
from visit_types t left join watch_versions w on w.company_id = t.company_id
join registered_visitors r on r.company_id = t.company_id and r.visit_type = t._id and (r.visiting_to is null or r.visiting_to > $1::timestamptz)
left join watch_checks c on c.company_id = r.company_id and c.subject_id = r._id
where t.watchlist and (c.outcome is null or c.version < w.version or c.checked_at < r.mod_date)
order by c.checked_at nulls first limit $2`,
};

const LOCK_EXPECTED: Statement = {
  name: "lock-expected-to-compare",
  text: `select first_name, last_name, email, phone, extra ->> 'born' as born from registered_visitors
where company_id = $1 and _id = $2 for key share`,
};

const compareVisit = async (ctx: RequestContext, { company_id, _id, was }: Due): Promise<void> => {
  await lockVisits(ctx.db, company_id, [_id]);
  const visit = await findVisitForChange(ctx.db, company_id, _id);
  if (visit === undefined) return;
  const outcome = await compareAgain(ctx, company_id, visit);
  if (was === "unchecked" && outcome === "clear") await goOn(ctx, company_id, _id);
};

const compareExpected = async (ctx: RequestContext, { company_id, _id }: Due): Promise<void> => {
  const [typed] = await ctx.db.named<Typed>(LOCK_EXPECTED, [company_id, _id]);
  if (typed === undefined) return;
  const check = await screen(ctx, company_id, typed);
  await recordAgain(ctx, company_id, { subject: "registered_visitor", id: _id }, check);
};

const listDue = (db: Db, statement: Statement, values: readonly unknown[]): Promise<Due[]> =>
  db.named<Due>(statement, values);

/**
 * Compares who is inside or expected with lists that have grown since, and who could not be compared. Of two processes
 * both may do it, one after the other: hits are written once.
 * @param stopping ends it between two people
 */
export const compareDue = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const ctx = systemContext(context, "watch lists");
  const at = new Date(ctx.now).toISOString();
  for (const due of await listDue(ctx.db, VISITS, [at, MOST, INSIDE_HOURS])) {
    if (stopping?.aborted === true) return;
    await inTransaction(ctx, (inner) => compareVisit(inner, due));
  }
  for (const due of await listDue(ctx.db, EXPECTED, [at, MOST])) {
    if (stopping?.aborted === true) return;
    await inTransaction(ctx, (inner) => compareExpected(inner, due));
  }
};
