import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { compareAgain, recordAgain, screen } from "../watch-checks/screening.ts";
import * as store from "./recheck-store.ts";
import { goOn } from "./release.ts";

/** How many are compared in a run, each in a transaction of its own. */
const MOST = 200;
/** A visit that is still open after this is that of a visitor who has left. */
const INSIDE_HOURS = 36;

const compareVisit = async (ctx: RequestContext, due: store.DuePerson): Promise<void> => {
  const { company_id, _id, was } = due;
  const visit = await store.lockVisit(ctx.db, due);
  if (visit === undefined) return;
  const outcome = await compareAgain(ctx, company_id, visit);
  if (was === "unchecked" && outcome === "clear") await goOn(ctx, company_id, _id);
};

const compareExpected = async (ctx: RequestContext, due: store.DuePerson): Promise<void> => {
  const { company_id, _id } = due;
  const typed = await store.lockExpected(ctx.db, due);
  if (typed === undefined) return;
  const check = await screen(ctx, company_id, typed);
  await recordAgain(ctx, company_id, { subject: "registered_visitor", id: _id }, check);
};

/**
 * Compares who is inside or expected with lists that have grown since, and who could not be compared. Of two processes
 * both may do it, one after the other: hits are written once.
 * @param stopping ends it between two people
 */
export const compareDue = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const ctx = systemContext(context, "watch lists");
  const at = new Date(ctx.now).toISOString();
  for (const due of await store.listDueVisits(ctx.db, at, MOST, INSIDE_HOURS)) {
    if (stopping?.aborted === true) return;
    await inTransaction(ctx, (inner) => compareVisit(inner, due));
  }
  for (const due of await store.listDueExpected(ctx.db, at, MOST)) {
    if (stopping?.aborted === true) return;
    await inTransaction(ctx, (inner) => compareExpected(inner, due));
  }
};
