import { endpoint, InLocation } from "../http/contract.ts";
import { Count, Filtering, Language, Page, Type } from "../http/schemas.ts";
import { Narrowing } from "../visits/contract.ts";

/** At most so many rows a call (interface 8). */
export const EXPORT_ROWS_MAX = 200;

export const exportLog = endpoint({
  method: "GET",
  path: "/visitors/export/bycompany/{company_id}",
  tag: "Visitors",
  summary: "The visitor log as an XLSX file",
  description:
    "Filtered and sorted as the log, with headers and configured texts in `language_id`, times on the location's clock. Pass both `count` and `page`, or neither: then the first 200 visits.",
  may: "location.manage",
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
