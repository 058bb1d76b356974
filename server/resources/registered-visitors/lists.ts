import { sql } from "kysely";

import type { FieldKind, ListSource } from "../../platform/db/listing/fields.ts";
import { listPage } from "../../platform/db/listing/page.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext, RawJson, Selection, StreamResponse } from "../../platform/http/request-context.ts";
import { listJson } from "../../platform/http/json-pieces.ts";
import { readPage } from "../../platform/http/large-lists.ts";

const fields: Record<string, FieldKind> = {
  _id: "id",
  company_id: "id",
  visit_type: "id",
  first_name: "text",
  last_name: "text",
  company: "text",
  email: "text",
  phone: "text",
  recipient: "text",
  visiting_on: "span",
  persistent: "boolean",
  entrypoint_id: "id",
  language_id: "text",
  status: "word",
  invited_date: "date",
  preregistered_date: "date",
  create_date: "date",
  mod_date: "date",
  // Extra keys here, but a filter on an image matches nothing anywhere (rules 2).
  photo: "images",
  signature: "images",
};

/** The registered visitors as a list that is filtered and sorted by any field. */
const REGISTERED: ListSource = {
  table: "registered_visitors",
  fields,
  spans: { visiting_on: { from: "visiting_from", to: "visiting_to" } },
  always: new Set(["_id", "company_id", "persistent", "status", "create_date", "mod_date"]),
  sortable: new Set(["last_name", "company", "recipient"]),
};

const NEWEST_FIRST = [{ field: "create_date", direction: "desc" }] as const;

/** The registered visitors of a location, filtered, sorted and paged as the visitor log is (rules 5). */
export const list = async (
  ctx: RequestContext,
  place: LocationClock,
  query: { count: number; page: number; search?: string } & Selection,
): Promise<RawJson | StreamResponse> => {
  const listing = {
    location: place._id,
    within: undefined,
    words: query.search ?? "",
    filters: query.filter,
    sorts: query.sorting.length > 0 ? query.sorting : NEWEST_FIRST,
    timezone: place.timezone,
    count: query.count,
    page: query.page,
    doc: sql`v.doc`,
  };
  const page = await readPage(ctx, query.count, (bytesMax) => listPage(ctx.db, REGISTERED, { ...listing, bytesMax }));
  return listJson(`{"total":${page.total},"visitors":[`, page, "]}");
};
