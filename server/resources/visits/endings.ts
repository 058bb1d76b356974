import type { Context } from "../../platform/context.ts";
import { systemContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { listDueEndings } from "./endings-store.ts";
import { closeVisit } from "./transitions-store.ts";
import { CONSOLE } from "./visits.ts";

/** The log's action for a visit that its visit type ended: its host isn't notified of that. */
export const ENDED_BY_TYPE = "visit.end";

/** Visits for each run. */
const VISITS_MAX = 200;

/**
 * Signs out the visits whose visit type has `ends_after_minutes`, at the minute that it says, however late this runs. Of
 * two processes one signs a visit out; one that can't be written is tried again with the next run, and holds up no other.
 * @param stopping ends it between two visits
 */
export const endDueVisits = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const ctx = systemContext(context, "visit type");
  for (const { company_id: location, _id: id, ends } of await listDueEndings(context.db, iso(ctx.now), VISITS_MAX)) {
    if (stopping?.aborted === true) return;
    const entry = { location, action: ENDED_BY_TYPE, events: ["visitor_signed_out"] as const, subject: "visit" };
    const closing = { signedOut: ends, source: CONSOLE, user: null };
    await closeVisit(ctx, { location, id, now: ctx.now }, closing, entry).catch((error: unknown) =>
      context.log.warn({ location, visit: id, code: Object(error).code }, "a visit could not be ended; trying again"),
    );
  }
};
