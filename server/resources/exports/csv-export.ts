import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { type RequestContext, type Selection, StreamResponse } from "../../platform/http/request-context.ts";
import { streamOf } from "../../platform/http/text-stream.ts";
import { CSV_START, csvLine } from "../../platform/lib/csv.ts";
import type { LanguagePreference } from "../../platform/lib/texts.ts";
import { dateOf } from "../../platform/lib/time.ts";
import * as locations from "../locations/locations.ts";
import { streamLogDocs, type LogFacets } from "../visits/lists.ts";
import { exportWholeLog as contract } from "./contract.ts";
import { fileName, tableContextOf } from "./exports.ts";
import { sheetOf, type TableContext, type Visit } from "./table.ts";

/** Who reads nothing for so long is gone. */
const IDLE_MS_MAX = 60_000;

type Query = Selection & LogFacets;

/** The file, part by part, as fast as it is taken. */
async function* partsOf(
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
  terms: TableContext,
): AsyncGenerator<string> {
  const separator = (terms.languages.preferred ?? terms.languages.fallback).startsWith("en") ? "," : ";";
  const headers = sheetOf([], terms).headers.map(({ text }) => text);
  let start = CSV_START + csvLine(headers, separator);
  for await (const docs of streamLogDocs(ctx.db, clock, query)) {
    const { rows } = sheetOf(JSON.parse(`[${docs}]`) as Visit[], terms);
    yield start + rows.map((row) => csvLine(row, separator)).join("");
    start = "";
  }
  yield start;
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/**
 * The whole visitor log as a CSV file: the same visits in the same order as the log gives at the
 * moment of the call, with the columns of the XLSX export. Beside their ids no more than some thousand visits are in memory, and
 * no connection to the database is held while the reader is slow. Errors: as the log.
 */
export const exportWholeLog = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
  languages: LanguagePreference,
): Promise<StreamResponse> => {
  const [terms, { name }] = await Promise.all([tableContextOf(ctx, clock, languages), locations.read(ctx, clock._id)]);
  const parts = partsOf(ctx, clock, query, terms);
  // What is wrong with the call shows before anything is sent.
  const first = await parts.next();
  const file = `${fileName(name, dateOf(ctx.now, clock.timezone))}.csv`;
  return new StreamResponse(async (request, reply) => {
    reply.raw.setTimeout(IDLE_MS_MAX, () => reply.raw.destroy());
    reply.headers({
      "content-type": contract.produces,
      "content-disposition": `attachment; filename="${file}"`,
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") {
      await parts.return(undefined);
      return void (await reply.send(streamOf([])));
    }
    await reply.send(streamOf(joined(first.done === true ? "" : first.value, parts)));
  });
};
