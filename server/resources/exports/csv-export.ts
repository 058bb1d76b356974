import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { type RequestContext, type Selection, StreamResponse } from "../../platform/http/request-context.ts";
import { streamOf } from "../../platform/http/output/text-stream.ts";
import { CSV_START, csvLine } from "../../platform/lib/text/csv.ts";
import type { LanguagePreference } from "../../platform/lib/text/texts.ts";
import { dateOf } from "../../platform/lib/time/time.ts";
import * as locations from "../locations/locations.ts";
import { streamLogDocs, type LogFacets } from "../visits/lists.ts";
import { exportWholeLog as contract } from "./contract.ts";
import { fileName, tableContextOf } from "./exports.ts";
import { sheetOf, type TableContext, type Visit } from "./table.ts";

/** A client that reads nothing for this long is gone. */
const IDLE_MS_MAX = 60_000;

type Query = Selection & LogFacets;

/** The file, part by part, as fast as the client reads it. */
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
 * The whole visitor log as a CSV file: the visits and order of the log at the moment of the call, with the columns of
 * the XLSX export. Besides the IDs, at most some thousand visits are in memory, and no database connection is held
 * while the client is slow. Errors: as the log.
 */
export const exportWholeLog = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
  languages: LanguagePreference,
): Promise<StreamResponse> => {
  const [terms, { name }] = await Promise.all([
    tableContextOf(ctx, clock, languages),
    locations.readLocation(ctx, clock._id),
  ]);
  const parts = partsOf(ctx, clock, query, terms);
  // Errors in the call are found before anything is sent.
  const first = await parts.next();
  const file = `${fileName("visitors", name, dateOf(ctx.now, clock.timezone))}.csv`;
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
