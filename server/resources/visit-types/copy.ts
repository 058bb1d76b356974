import { runLoggedQuery } from "../../platform/events/log.ts";
import { newRecord, recordEntry } from "../../platform/http/ordered-records.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { copyAgreements } from "../agreements/agreements.ts";
import { assignAgreements } from "../agreements/assignments.ts";
import * as store from "./store.ts";

/**
 * Gives a new location the visit types and agreements of another one, with their questions, texts and order. Runs in a
 * transaction.
 */
export const copyVisitTypes = async (ctx: RequestContext, from: string, to: string): Promise<void> => {
  const agreements = await copyAgreements(ctx, from, to);
  for (const [index, row] of (await store.listVisitTypes(ctx.db, from)).entries()) {
    const { name: _name, active: _active, ...made } = newRecord(ctx, to);
    const fields = row.fields.map((field) => (field._id === undefined ? field : { ...field, _id: newId(to) }));
    const copy = { ...row, ...made, index, fields };
    const ids = row.agreements.flatMap((id) => agreements.get(id) ?? []);
    if (ids.length > 0) await assignAgreements(ctx, to, copy._id, ids);
    await runLoggedQuery(ctx, store.insertVisitType(copy), recordEntry("visit_type", to, "create"));
  }
};
