import { foldForSearch } from "../../../shared/text/folding.ts";
import { plainCell } from "../../../shared/import/read-table.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import * as recordsStore from "./records-store.ts";
import { PART_ROWS, placeOf } from "./receive.ts";
import { type FileRow, makeCellDecoder, openRows, rowKeyOf } from "./sealed-rows.ts";
import * as store from "./store.ts";
import { hostsTarget } from "./targets/hosts.ts";
import { knownVisitorsTarget } from "./targets/known-visitors.ts";
import type { Cells, Job, Refusal, Target, Verdict } from "./targets/target.ts";
import { visitsTarget } from "./targets/visits.ts";

/** What to do with the rows of each kind of record. */
const TARGETS: Record<store.ImportRow["target"], Target<object>> = {
  hosts: hostsTarget,
  known_visitors: knownVisitorsTarget,
  visits: visitsTarget,
};

/** A rejected row. */
export type RejectedRow = Refusal & { row: FileRow };

/** What some rows would do. */
export type JudgedRows = {
  drafts: readonly object[];
  verdicts: readonly Verdict[];
  /** The numbers of the rows of the drafts. */
  numbers: readonly number[];
  rejected: readonly RejectedRow[];
  retention: number;
  notes: readonly string[];
};

/** An import that is ready to judge rows. */
export type Worker = {
  job: Job;
  target: Target<object>;
  /** The rows of the part in which a row is, from that row on. @param at which row of the file, from 0 */
  rowsFrom: (ctx: RequestContext, at: number) => Promise<FileRow[]>;
  judge: (ctx: RequestContext, rows: readonly FileRow[], seen: Set<string>) => Promise<JudgedRows>;
};

/** Makes the reader of a row's cells by what they become. */
const makeCellReader = ({ columns, mapping, understood }: store.ImportRow): ((row: FileRow) => Cells) => {
  const decode = makeCellDecoder(understood.encoding);
  const keys = columns.map((column) => mapping[column] ?? "");
  return ([, ...cells]) =>
    Object.fromEntries(
      keys.flatMap((key, n): [string, string][] => {
        const text = key === "" ? "" : plainCell(decode(cells[n] ?? ""));
        return text === "" ? [] : [[key, text]];
      }),
    );
};

const namedIn = (records: readonly recordsStore.NamedRecord[]): Map<string, string> =>
  new Map(
    records.flatMap(({ _id, name }) => Object.values(name).map((text): [string, string] => [foldForSearch(text), _id])),
  );

/** Prepares an import for its rows. Errors: `404` if its location was removed meanwhile. */
export const workerFor = async (ctx: RequestContext, row: store.ImportRow): Promise<Worker> => {
  const location = row.company_id;
  const orders = Object.entries(row.understood.dates ?? {}).map(([column, { order }]) => [row.mapping[column], order]);
  const job: Job = {
    location,
    row,
    place: await placeOf(ctx, location),
    now: ctx.now,
    orders: Object.fromEntries(orders),
    salt: await store.saltOf(ctx.db, location),
    named: {
      visit_type: namedIn(await recordsStore.listTypes(ctx.db, location)),
      entry_point: namedIn(await recordsStore.listEntryPoints(ctx.db, location)),
    },
  };
  const target = TARGETS[row.target];
  const cellsOf = makeCellReader(row);
  const key = rowKeyOf(ctx.context, row);
  return {
    job,
    target,
    rowsFrom: async (inner, at) => {
      const n = Math.floor(at / PART_ROWS);
      const sealed = await store.findPart(inner.db, row, n);
      return sealed === undefined ? [] : openRows(key, row._id, n, sealed).slice(at % PART_ROWS);
    },
    judge: async (inner, rows, seen) => {
      const readings = rows.map((each) => ({ each, reading: target.read(job, cellsOf(each)) }));
      const taken = readings.flatMap(({ each, reading }) =>
        "draft" in reading ? [{ draft: reading.draft, number: each[0], notes: reading.notes ?? [] }] : [],
      );
      const drafts = taken.map(({ draft }) => draft);
      return {
        drafts,
        verdicts: await target.compare(inner, job, drafts, seen),
        numbers: taken.map(({ number }) => number),
        rejected: readings.flatMap(({ each, reading }) =>
          "refusal" in reading ? [{ ...reading.refusal, row: each }] : [],
        ),
        retention: readings.filter(({ reading }) => "isBeyondRetention" in reading).length,
        notes: taken.flatMap(({ notes }) => notes),
      };
    },
  };
};

/** Adds what some rows did to the counts of an import. */
export const addCounts = (
  counts: Record<string, number>,
  { verdicts, rejected, retention, notes }: JudgedRows,
): void => {
  for (const name of ["created", "changed", "same", "rejected", "retention"]) counts[name] ??= 0;
  const add = (name: string, n: number): void => void (counts[name] = (counts[name] ?? 0) + n);
  for (const name of [...verdicts, ...notes]) add(name, 1);
  add("rejected", rejected.length);
  add("retention", retention);
};

/** The column of a refusal. */
export const columnOf = ({ mapping }: store.ImportRow, { key }: Refusal): string | undefined =>
  Object.entries(mapping).find(([, target]) => target === key)?.[0];
