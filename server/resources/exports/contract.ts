import { CSV_STREAM, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { PageSize, Filtering, Language, PageNumber, Type } from "../../platform/http/contract/schemas.ts";
import { XLSX } from "../../../shared/spreadsheet.ts";
import { LogFacetParameters } from "../visits/contract.ts";

/** The most rows per call (interface 8). */
export const EXPORT_ROWS_MAX = 200;

export const exportLog = endpoint({
  operationId: "exportVisits",
  method: "GET",
  path: "/visitors/export/bycompany/{company_id}",
  tag: "Visitors",
  summary: "The visitor log as an XLSX file",
  description:
    "Filtered and sorted as the log, with headers and configured texts in `language_id`, times in the location's time zone. Send both `count` and `page`, or neither for the first 200 visits.",
  permission: "visits.export",
  mayLag: true,
  params: LocationParams,
  query: {
    count: Type.Optional(PageSize(EXPORT_ROWS_MAX)),
    page: Type.Optional(PageNumber),
    ...Language,
    ...LogFacetParameters,
    ...Filtering,
  },
  response: Type.String({ description: "An Office Open XML workbook of one sheet" }),
  produces: XLSX,
});

const wholeLog = {
  ...Language,
  columns: Type.Optional(
    Type.String({
      description: "The columns that are wanted, by the keys of visits with commas between; all without it",
      "x-expected": "keys of visits with commas between",
    }),
  ),
  ...LogFacetParameters,
  ...Filtering,
};

export const exportWorkbook = endpoint({
  operationId: "exportAllVisitsAsWorkbook",
  method: "GET",
  path: "/companies/{company_id}/visitors/workbook",
  tag: "Visitors",
  summary: "The whole visitor log as an XLSX file",
  description: "Every visit that matches the filters, as the other exports, and streamed: at most 1,048,575 visits.",
  permission: "visits.export",
  unhurried: true,
  params: LocationParams,
  query: wholeLog,
  response: Type.String({ description: "An Office Open XML workbook of one sheet" }),
  produces: XLSX,
});

export const exportWholeLog = endpoint({
  operationId: "exportAllVisits",
  method: "GET",
  path: "/companies/{company_id}/visitors/export",
  tag: "Visitors",
  summary: "The whole visitor log as a CSV file",
  description:
    "Every visit that matches the filters, with the columns of the XLSX export, in UTF-8 and streamed. Values are separated by commas in English and by semicolons in other languages, as spreadsheets expect. Text that a spreadsheet would read as a formula starts with an apostrophe.",
  permission: "visits.export",
  params: LocationParams,
  query: wholeLog,
  response: Type.String({ description: "A header line, then one line per visit" }),
  produces: CSV_STREAM,
});
