import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { type RequestContext, FileResponse, type Selection } from "../../platform/http/request-context.ts";
import { spreadsheet } from "../../../shared/spreadsheet.ts";
import * as entryPoints from "../entry-points/entry-points.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import type { LanguagePreference } from "../../platform/lib/text/texts.ts";
import { dateOf } from "../../platform/lib/time/time.ts";
import * as locations from "../locations/locations.ts";
import * as visitTypes from "../visit-types/visit-types.ts";
import { logDocs, type LogFacets, type Paging } from "../visits/lists.ts";
import { EXPORT_ROWS_MAX } from "./contract.ts";
import { sheetOf, type TableContext, type Visit } from "./table.ts";

/** The query of a call: a part of the log, with both `count` and `page` or neither. */
export type Query = Selection & LogFacets & { count?: number; page?: number };

const pagingOf = ({ count, page }: Query): Paging => {
  if ((count === undefined) !== (page === undefined))
    throw badRequest(
      `"${count === undefined ? "count" : "page"}" is required: send both count (1 to ${EXPORT_ROWS_MAX}) and page, or neither.${seeEndpoint("GET /visitors/export/bycompany/{company_id}")}`,
      "missing_key",
      count === undefined ? "count" : "page",
    );
  return { count: count ?? EXPORT_ROWS_MAX, page: page ?? 1 };
};

const NAME_LENGTH_MAX = 60;

/** `visitors-Head-office-2026-11-21`: letters, digits and dashes of the location's name. */
export const fileName = (kind: string, location: string, day: string): string => {
  const plain = location
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .slice(0, NAME_LENGTH_MAX)
    .replaceAll(/^-|-$/g, "");
  return [kind, plain, day].filter((part) => part !== "").join("-");
};

/** The data that the columns need. */
export const tableContextOf = async (
  ctx: RequestContext,
  clock: LocationClock,
  languages: LanguagePreference,
): Promise<TableContext> => {
  const [types, points, fields] = await Promise.all([
    visitTypes.listVisitTypes(ctx, clock._id, languages),
    entryPoints.listEntryPoints(ctx, clock._id, languages),
    visitTypes.listFields(ctx, clock._id, languages),
  ]);
  const names = new Map([...types, ...points].map(({ _id, name }) => [_id, name]));
  return { timezone: clock.timezone, languages, names, fields };
};

/**
 * A part of the visitor log as an XLSX file (interface 4.2, rules 5): the visits and order that the log returns for the
 * same query. Errors: `400` for only one of `count` and `page`, and as the log.
 */
export const exportLog = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
  languages: LanguagePreference,
): Promise<FileResponse> => {
  const paging = pagingOf(query);
  const [docs, terms, { name }] = await Promise.all([
    logDocs(ctx, clock, { ...query, ...paging }),
    tableContextOf(ctx, clock, languages),
    locations.readLocation(ctx, clock._id),
  ]);
  const visits = JSON.parse(`[${docs}]`) as Visit[];
  const bytes = await spreadsheet([sheetOf(visits, terms)]);
  return new FileResponse(bytes, `${fileName("visitors", name, dateOf(ctx.now, clock.timezone))}.xlsx`);
};
