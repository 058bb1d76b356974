import { CSV_STREAM, endpoint, InLocation } from "../http/contract.ts";
import { Count, Filtering, Language, Page, Type } from "../http/schemas.ts";
import { Narrowing } from "../visits/contract.ts";

/** At most so many rows a call (interface 8). */
export const EXPORT_ROWS_MAX = 200;

export const exportLog = endpoint({
  operationId: "exportVisits",
  method: "GET",
  path: "/visitors/export/bycompany/{company_id}",
  tag: "Visitors",
  summary: "The visitor log as an XLSX file",
  description:
    "Filtered and sorted as the log, with headers and configured texts in `language_id`, times on the location's clock. Pass both `count` and `page`, or neither: then the first 200 visits.",
  may: "visits.export",
  mayLag: true,
  params: InLocation,
  query: {
    count: Type.Optional(Count(EXPORT_ROWS_MAX)),
    page: Type.Optional(Page),
    ...Language,
    ...Narrowing,
    ...Filtering,
  },
  response: Type.String({ description: "An Office Open XML workbook of one sheet" }),
  produces: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});

export const exportWholeLog = endpoint({
  operationId: "exportAllVisits",
  method: "GET",
  path: "/companies/{company_id}/visitors/export",
  tag: "Visitors",
  summary: "The whole visitor log as a CSV file",
  description:
    "Every visit that the filters leave, however many, with the columns of the XLSX export: UTF-8, written while it is read. Commas stand between the values in English, semicolons in other languages, as spreadsheets there expect. A text that a spreadsheet would take for a formula begins with an apostrophe.",
  may: "visits.export",
  params: InLocation,
  query: { ...Language, ...Narrowing, ...Filtering },
  response: Type.String({ description: "A line of headers, then a line a visit" }),
  produces: CSV_STREAM,
});
