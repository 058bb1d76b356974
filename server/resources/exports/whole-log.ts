import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { type RequestContext, type Selection, StreamResponse } from "../../platform/http/request-context.ts";
import { streamOf } from "../../platform/http/output/text-stream.ts";
import { zipStream } from "../../platform/http/output/zip-stream.ts";
import { CSV_START, csvLine } from "../../platform/lib/text/csv.ts";
import type { LanguagePreference } from "../../platform/lib/text/texts.ts";
import { dateOf } from "../../platform/lib/time/time.ts";
import { growingWorkbook, type Sheet } from "../../../shared/spreadsheet.ts";
import * as locations from "../locations/locations.ts";
import { streamLogDocs, type LogFacets } from "../visits/lists.ts";
import * as contract from "./contract.ts";
import { fileName, tableContextOf } from "./exports.ts";
import { sheetOf, type TableContext, type Visit } from "./table.ts";

/** A client that reads nothing for this long is gone. */
const IDLE_MS_MAX = 60_000;

type Query = Selection & LogFacets & { columns?: string };
type Rows = AsyncGenerator<Sheet["rows"]>;
type Part = string | Uint8Array;

async function* rowsOf(ctx: RequestContext, clock: LocationClock, query: Query, terms: TableContext): Rows {
  for await (const docs of streamLogDocs(ctx.db, clock, query))
    yield sheetOf(JSON.parse(`[${docs}]`) as Visit[], terms).rows;
}

async function* csvOf(terms: TableContext, lists: Rows): AsyncGenerator<string> {
  const separator = (terms.languages.preferred ?? terms.languages.fallback).startsWith("en") ? "," : ";";
  const headers = sheetOf([], terms).headers.map(({ text }) => text);
  yield CSV_START + csvLine(headers, separator);
  for await (const rows of lists) yield rows.map((row) => csvLine(row, separator)).join("");
}

/** Begins with the first rows, so that errors in the call are found before anything is sent. */
async function* begun(lists: Rows, first: IteratorResult<Sheet["rows"]>): Rows {
  if (first.done === true) return;
  yield first.value;
  yield* lists;
}

type Form = {
  produces: string;
  ending: string;
  partsOf: (terms: TableContext, lists: Rows) => AsyncGenerator<Part>;
};

const CSV: Form = { produces: contract.exportWholeLog.produces ?? "", ending: "csv", partsOf: csvOf };
const WORKBOOK: Form = {
  produces: contract.exportWorkbook.produces ?? "",
  ending: "xlsx",
  partsOf: (terms, lists) => zipStream(growingWorkbook(sheetOf([], terms), lists)),
};

/**
 * The whole visitor log as a file: the visits and order of the log at the moment of the call. Besides the IDs, at most some
 * thousand visits are in memory, and no database connection is held while the client is slow. Errors: as the log.
 */
const exportAs =
  ({ produces, ending, partsOf }: Form) =>
  async (
    ctx: RequestContext,
    clock: LocationClock,
    query: Query,
    languages: LanguagePreference,
  ): Promise<StreamResponse> => {
    const [table, { name }] = await Promise.all([
      tableContextOf(ctx, clock, languages),
      locations.readLocation(ctx, clock._id),
    ]);
    const { columns } = query;
    const terms = { ...table, wanted: columns === undefined ? undefined : new Set(columns.split(",")) };
    const lists = rowsOf(ctx, clock, query, terms);
    const first = await lists.next();
    const file = `${fileName("visitors", name, dateOf(ctx.now, clock.timezone))}.${ending}`;
    return new StreamResponse(async (request, reply) => {
      reply.raw.setTimeout(IDLE_MS_MAX, () => reply.raw.destroy());
      reply.headers({
        "content-type": produces,
        "content-disposition": `attachment; filename="${file}"`,
        "x-content-type-options": "nosniff",
      });
      if (request.method !== "HEAD") return void (await reply.send(streamOf(partsOf(terms, begun(lists, first)))));
      await lists.return(undefined);
      await reply.send(streamOf([]));
    });
  };

/** The whole visitor log as a CSV file, with the separator that spreadsheets of the language expect. */
export const exportWholeLog = exportAs(CSV);

/** The whole visitor log as a workbook. */
export const exportWorkbook = exportAs(WORKBOOK);
