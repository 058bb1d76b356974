import { type RequestContext, StreamResponse } from "../../platform/http/request-context.ts";
import { streamOf } from "../../platform/http/output/text-stream.ts";
import { CSV_START, csvLine } from "../../platform/lib/text/csv.ts";
import { listErrors as contract } from "./contract.ts";
import { findOne } from "./imports.ts";
import { type FileRow, makeCellDecoder, openRows, rowKeyOf } from "./sealed-rows.ts";
import * as store from "./store.ts";

const IDLE_MS_MAX = 60_000;

async function* linesOf(ctx: RequestContext, row: store.ImportRow): AsyncGenerator<string> {
  const key = rowKeyOf(ctx.context, row);
  const decode = makeCellDecoder(row.understood.encoding);
  const lineOf = ([, ...cells]: FileRow): string => {
    const why = cells.at(-1) ?? "";
    const given = row.columns.map((_, n) => (n < cells.length - 1 ? decode(cells[n] ?? "") : ""));
    return csvLine([...given, why], ",");
  };
  yield CSV_START + csvLine([...row.columns, "why"], ",");
  for (let after = -1; ;) {
    const lists = await store.listRejects(ctx.db, row, after);
    for (const { n, sealed } of lists) yield openRows(key, row._id, n, sealed).map(lineOf).join("");
    const last = lists.at(-1);
    if (last === undefined) return;
    after = last.n;
  }
}

/** The rejected rows of an import as CSV, as they were, with the reason; ready to be corrected and sent again. Errors: `404`. */
export const errorsOf = async (ctx: RequestContext, location: string, id: string): Promise<StreamResponse> => {
  const row = await findOne(ctx, location, id);
  const parts = linesOf(ctx, row);
  return new StreamResponse(async (request, reply) => {
    reply.raw.setTimeout(IDLE_MS_MAX, () => reply.raw.destroy());
    reply.headers({
      "content-type": contract.produces,
      "content-disposition": `attachment; filename="import-errors-${row._id}.csv"`,
      "x-content-type-options": "nosniff",
    });
    await reply.send(streamOf(request.method === "HEAD" ? [] : parts));
  });
};
