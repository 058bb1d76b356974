import { countryOf } from "../../../shared/import/country-of.ts";
import { makeIsHeading } from "../../../shared/import/match-columns.ts";
import { type DayOrder, orderIn } from "../../../shared/import/dates.ts";
import { UnreadableTable } from "../../../shared/import/unreadable-table.ts";
import type { ImportTarget } from "../../../shared/import/presets.ts";
import { UnreadableZip } from "../../../shared/unzip.ts";
import type { StreamBody } from "../../platform/http/input/body.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { tableIn } from "./archived-table.ts";
import { type FileFacts, readFile } from "./file-rows.ts";
import { guessMapping, HEADINGS, presetNamed } from "./mapping.ts";
import { type FileRow, newRowKey, sealRows } from "./sealed-rows.ts";
import * as store from "./store.ts";

/** What a caller says of a file. */
export type FileDescription = { target: ImportTarget; preset?: string; filename?: string };

/** Rows in a part, which is read at once. */
export const PART_ROWS = 100;
const PARTS_AT_ONCE = 20;
const ROWS_MAX = 5_000_000;

/** Stores rows in parts, sealed. @returns what takes rows; at the end none, and it answers how many there were */
const makeKeeper = (ctx: RequestContext, of: Pick<store.ImportRow, "company_id" | "_id">, key: string) => {
  let [rows, parts, stored, total]: [FileRow[], string[], number, number] = [[], [], 0, 0];
  const flush = async (): Promise<void> => {
    await store.addParts(ctx.db, of, stored, parts);
    stored += parts.length;
    parts = [];
  };
  const cut = (size: number): void => {
    while (rows.length >= size && rows.length > 0)
      parts.push(sealRows(key, of._id, stored + parts.length, rows.splice(0, PART_ROWS)));
  };
  return {
    add: async (more: readonly FileRow[]): Promise<void> => {
      for (const row of more) rows.push(row);
      total += more.length;
      if (total > ROWS_MAX) throw badRequest(`A file must have at most ${ROWS_MAX} rows.`, "too_large");
      cut(PART_ROWS);
      if (parts.length >= PARTS_AT_ONCE) await flush();
    },
    end: async (): Promise<number> => {
      cut(1);
      if (parts.length > 0) await flush();
      return total;
    },
  };
};

const DATES = new Set(["date", "signed_in", "signed_out", "from", "until"]);

/** How the dates of the columns are read, with what that was taken from. */
export const datesOf = (
  row: Pick<store.ImportRow, "columns" | "mapping">,
  orders: readonly (DayOrder | undefined | null)[],
  { country: named, phone_country: phoneCountry, timezone }: store.Place,
): NonNullable<store.Understood["dates"]> => {
  const country = countryOf({ country: named, timezone, phoneCountry });
  return Object.fromEntries(
    row.columns.flatMap((column, n) => {
      if (!DATES.has(row.mapping[column] ?? "")) return [];
      const proved = orders[n] ?? undefined;
      return [[column, { order: proved ?? orderIn(country), by: proved === undefined ? "country" : "file" } as const]];
    }),
  );
};

/** The location of an import. Errors: `404` if it was removed meanwhile. */
export const placeOf = async (ctx: RequestContext, location: string): Promise<store.Place> => {
  const place = await store.findPlace(ctx.db, location);
  if (place === undefined) throw notFound();
  return place;
};

const unreadable = (error: unknown): unknown => {
  if (error instanceof UnreadableZip) return badRequest(`This can't be imported: ${error.message}.`, "unreadable_body");
  return error instanceof UnreadableTable ? badRequest(error.message, "unreadable_body") : error;
};

/**
 * Receives a file as it arrives: its rows are stored sealed, and how it was read is found out. Not in a transaction: a
 * file may take minutes. What a broken connection leaves is deleted, or forgotten a day later. Errors: `400`, `413`.
 */
export const receive = async (
  ctx: RequestContext,
  location: string,
  { target, preset, filename }: FileDescription,
  pieces: AsyncGenerator<Uint8Array>,
): Promise<store.ImportRow> => {
  const named = presetNamed(preset, target);
  const place = await placeOf(ctx, location);
  const of = { company_id: location, _id: newId(location, ctx.now) };
  const { key, sealed_key } = newRowKey(ctx.context, of._id);
  const begun = {
    ...of,
    target,
    filename: filename ?? null,
    sealed_key,
    user_id: ctx.principal._id,
    create_date: iso(ctx.now),
  };
  await store.insertImport(ctx.db, begun);
  try {
    const facts: Partial<FileFacts> = {};
    const keeper = makeKeeper(ctx, of, key);
    for await (const rows of readFile(tableIn(pieces, target), makeIsHeading(HEADINGS[target]), facts))
      await keeper.add(rows);
    const rows = await keeper.end();
    if (rows === 0) throw new UnreadableTable("empty");
    const { columns = [], orders = [], encoding, separator, heading_row } = facts;
    const guess = guessMapping(columns, target, named);
    const understood = {
      ...(encoding === undefined ? {} : { encoding }),
      ...(separator === undefined ? {} : { separator }),
      ...(heading_row === undefined ? {} : { heading_row }),
      orders,
      dates: datesOf({ columns, mapping: guess.mapping }, orders, place),
    };
    return {
      ...begun,
      ...guess,
      state: "mapped",
      understood,
      columns,
      chosen: {},
      rows,
      cursor: 0,
      result: {},
      failure: null,
      mod_date: begun.create_date,
    };
  } catch (error) {
    await store.deleteImport(ctx.db, of);
    throw unreadable(error);
  }
};

/** The pieces of a body that is received. Errors: `400` without one. */
export const piecesOf = (body: StreamBody | undefined): AsyncGenerator<Uint8Array> => {
  if (body === undefined) throw badRequest("The file is required as the body.", "missing_body");
  return body.pieces();
};
