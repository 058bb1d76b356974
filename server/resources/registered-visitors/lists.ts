import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { listSourceOf } from "../../platform/db/field-columns.ts";
import { ofHost } from "../../platform/db/own-visitors.ts";
import { listPage } from "../../platform/db/listing/page.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext, RawJson, Selection, StreamResponse } from "../../platform/http/request-context.ts";
import { listJson } from "../../platform/http/output/json-pieces.ts";
import { readPage } from "../../platform/http/output/large-lists.ts";
import { answerSql } from "./answers-store.ts";

/** The registered visitors as a list that can be filtered and sorted by any field. */
const REGISTERED = listSourceOf("registered_visitors", REGISTERED_FIELDS);

const NEWEST_FIRST = [{ field: "create_date", direction: "desc" }] as const;

/** The registered visitors of a location, filtered, sorted and paged like the visitor log (rules 5). */
export const listRegisteredVisitors = async (
  ctx: RequestContext,
  place: LocationClock,
  query: { count: number; page: number; search?: string } & Selection,
): Promise<RawJson | StreamResponse> => {
  const listing = {
    location: place._id,
    condition: ofHost("registered_visitors", ctx.hosts)[0],
    words: query.search ?? "",
    filters: query.filter,
    sorts: query.sorting.length > 0 ? query.sorting : NEWEST_FIRST,
    timezone: place.timezone,
    count: query.count,
    page: query.page,
    doc: answerSql("v"),
  };
  const page = await readPage(ctx, query.count, (bytesMax) => listPage(ctx.db, REGISTERED, { ...listing, bytesMax }));
  return listJson(`{"total":${page.total},"visitors":[`, page, "]}");
};
