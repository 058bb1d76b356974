import { runLoggedQuery } from "../../platform/events/log.ts";
import { newRecord, recordEntry } from "../../platform/http/ordered-records.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import * as store from "./store.ts";

/**
 * Gives a new location the agreements of another one, each as its first version. Runs in a transaction.
 * @returns their new IDs by the old ones
 */
export const copyAgreements = async (ctx: RequestContext, from: string, to: string): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const [index, whole] of (await store.listAgreements(ctx.db, from)).entries()) {
    const { name: _name, active: _active, ...made } = newRecord(ctx, to);
    const { type, agreement_text, video, pdf, visit_types: _types, ...row } = whole;
    const copy = { ...row, ...made, index, version: 1 };
    ids.set(row._id, copy._id);
    await store.insertVersion(ctx.db, copy, { type, agreement_text, video, pdf });
    await store.copyFiles(
      ctx.db,
      row,
      copy,
      Object.values(pdf).map(({ sha256 }) => sha256),
    );
    await runLoggedQuery(ctx, store.insertAgreement(copy), recordEntry("agreement", to, "create"));
  }
  return ids;
};
