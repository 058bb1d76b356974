import type { Statement } from "../../platform/db/database.ts";
import { runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { decideOnce } from "../visits/transitions.ts";
import { RELEASED } from "../../platform/db/held-visits.ts";

const GO_ON: Statement = {
  name: "note-released-visit",
  text: withLog(
    `c as (
  select v._id, t.screening_by = 'watchlist' as decides
  from visits v left join visit_types t on t.company_id = $1 and t._id = v.visit_type
  where v.company_id = $1 and v._id = $2 and v.approval = 'pending' and v.signed_out is null)`,
    3,
    undefined,
    "null::text",
  ),
};

/** Lets a visit that was released go on: approved where the lists decide, or else on to its host, who hears of it now. */
export const goOn = async (ctx: RequestContext, location: string, id: string): Promise<void> => {
  const entry = { location, action: RELEASED, subject: "visit" };
  const [visit] = await runLogged<{ decides: boolean | null }>(ctx, GO_ON, [location, id], entry);
  if (visit?.decides === true) await decideOnce(ctx, location, id, { approval: "approved" });
};
