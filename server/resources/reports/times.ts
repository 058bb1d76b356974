import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { type Days, span } from "./span.ts";
import * as store from "./times-store.ts";

type Answer = { total: number; median_minutes?: number; p90_minutes?: number };

/** Without any there is no median. */
const answered = ({ total, median_minutes, p90_minutes }: store.Durations): Answer => ({
  total,
  ...(median_minutes !== null && { median_minutes }),
  ...(p90_minutes !== null && { p90_minutes }),
});

/** How long visits of a span lasted and waited for approval, and who never came (rules 5). Errors: `400`. */
export const visitTimes = async (
  ctx: RequestContext,
  clock: LocationClock,
  given: Days,
): Promise<{ stays: Answer; approvals: Answer } & store.NoShows> => {
  const { from, to } = span(clock, given);
  const range = { start: from, end: to };
  const stays = await store.readStays(ctx.db, clock._id, range);
  const waits = await store.readWaits(ctx.db, clock._id, range);
  const noShows = await store.countNoShows(ctx.db, clock._id, range, ctx.now);
  return { stays: answered(stays), approvals: answered(waits), ...noShows };
};
