import { setImmediate as afterOthers } from "node:timers/promises";

import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import type { DryRun } from "./contract.ts";
import { checkState, findOne } from "./imports.ts";
import { addCounts, columnOf, type JudgedRows, type Worker, workerFor } from "./work.ts";

type Outcome = Static<typeof DryRun>;

const SAMPLES_MAX = 20;
const PROBLEMS_MAX = 1_000;

const samplesOf = ({ job, target }: Worker, { drafts, verdicts, numbers }: JudgedRows): Outcome["samples"] =>
  drafts.map((draft, n) => ({ row: numbers[n] ?? 0, what: verdicts[n] ?? "same", record: target.show(job, draft) }));

const problemsOf = ({ job }: Worker, { rejected }: JudgedRows): Outcome["problems"] =>
  rejected.map((refusal) => {
    const column = columnOf(job.row, refusal);
    return { row: refusal.row[0], ...(column === undefined ? {} : { column }), reason: refusal.reason };
  });

/** What a run would do, row by row; nothing is written. Errors: `400` unless the import is mapped, `404`. */
export const dryRun = async (ctx: RequestContext, location: string, id: string): Promise<Outcome> => {
  const row = await findOne(ctx, location, id);
  checkState(row, "mapped");
  const worker = await workerFor(ctx, row);
  const counts: Record<string, number> = {};
  const [samples, problems]: [Outcome["samples"], Outcome["problems"]] = [[], []];
  const seen = new Set<string>();
  for (let at = 0; at < row.rows;) {
    const rows = await worker.rowsFrom(ctx, at);
    if (rows.length === 0) break;
    const judged = await worker.judge(ctx, rows, seen);
    addCounts(counts, judged);
    if (samples.length < SAMPLES_MAX) samples.push(...samplesOf(worker, judged).slice(0, SAMPLES_MAX - samples.length));
    if (problems.length < PROBLEMS_MAX)
      problems.push(...problemsOf(worker, judged).slice(0, PROBLEMS_MAX - problems.length));
    at += rows.length;
    await afterOthers();
  }
  const {
    created = 0,
    changed = 0,
    same = 0,
    rejected = 0,
    retention = 0,
    doubled_hour = 0,
    missing_hour = 0,
  } = counts;
  return { created, changed, same, rejected, retention, doubled_hour, missing_hour, samples, problems };
};
