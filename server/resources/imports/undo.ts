import { setTimeout as wait } from "node:timers/promises";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { removeHost } from "../hosts/hosts.ts";
import { removeRegisteredVisitor } from "../registered-visitors/removal.ts";
import { expectHistory, takeBackHistory } from "../visits/history/history.ts";
import type { Undone } from "./contract.ts";
import { checkState, findOne, importEntry, lockOne } from "./imports.ts";
import { listRecords } from "./records-store.ts";
import * as store from "./store.ts";

type Outcome = Static<typeof Undone>;
type KeptRecords = Outcome["kept"];

const KEPT_MAX = 10_000;
const RECORDS_AT_ONCE = 20;
const REST_MS = 10;

type Batch = { removed: number; kept: KeptRecords; last: string | undefined };

const takeBackVisits = async (ctx: RequestContext, row: store.ImportRow, after: string): Promise<Batch> => {
  const { removed, kept, last } = await takeBackHistory(ctx, row.company_id, row._id, after);
  return { removed, kept: kept.map((_id) => ({ _id, reason: "changed_since" })), last };
};

const takeBackRecords = async (ctx: RequestContext, row: store.ImportRow, after: string): Promise<Batch> => {
  const records = await listRecords(ctx.db, row, after, RECORDS_AT_ONCE);
  const kept: KeptRecords = [];
  let removed = 0;
  for (const { _id, is_new, unchanged } of records) {
    if (!is_new) kept.push({ _id, reason: "was_there_before" });
    else if (!unchanged) kept.push({ _id, reason: "changed_since" });
    else {
      if (row.target === "hosts") await removeHost(ctx, row.company_id, _id);
      else await removeRegisteredVisitor(ctx, row.company_id, _id);
      removed += 1;
    }
  }
  return { removed, kept, last: records.length < RECORDS_AT_ONCE ? undefined : records.at(-1)?._id };
};

/**
 * Removes what an import created and no one has changed since, some at a time; a call that is broken off can be repeated.
 * @returns how many, and the records that stay: changed since, or there before. Errors: `400` unless it has ended, `404`
 */
export const undoImport = async (ctx: RequestContext, location: string, id: string): Promise<Outcome> => {
  const row = await findOne(ctx, location, id);
  checkState(row, "done", "failed");
  const take = row.target === "visits" ? takeBackVisits : takeBackRecords;
  if (row.target === "visits")
    await inTransaction(ctx, (inner) => expectHistory(inner, location, row.result["created"] ?? 0));
  const outcome: Outcome = { removed: 0, kept: [] };
  for (let after: string | undefined = ""; after !== undefined;) {
    const from: string = after;
    const { removed, kept, last } = await inTransaction(ctx, (inner) => take(inner, row, from));
    outcome.removed += removed;
    outcome.kept.push(...kept.slice(0, KEPT_MAX - outcome.kept.length));
    after = last;
    if (removed > 0) await wait(REST_MS);
  }
  await inTransaction(ctx, async (inner) => {
    const old = await lockOne(inner, location, id);
    if (old.state === "undone") return;
    const result = { ...old.result, removed: (old.result["removed"] ?? 0) + outcome.removed };
    const undone: store.ImportRow = { ...old, state: "undone", result, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.movedImport(undone), importEntry(undone, "undo", old));
  });
  return outcome;
};
