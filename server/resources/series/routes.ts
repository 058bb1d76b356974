import { paginate } from "../../platform/http/input/paging.ts";
import { locationOfId, requireLocation } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import { removeSeries } from "./cancel.ts";
import { updateSeries } from "./changes.ts";
import * as contract from "./contract.ts";
import * as series from "./series.ts";

/** Series: list, create, read, change, cancel. */
export const seriesRoutes = ({ on }: Router): void => {
  on(contract.listSeries, async (call) => paginate(await series.listSeries(call, call.location), call.query));
  on(
    contract.createSeries,
    (call) => series.createSeries(call, requireLocation(call.location), call.body),
    async (call, id) => series.readSeries(call, await locationOfId(call, id), id),
  );
  on(contract.readSeries, async (call) =>
    series.readSeries(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.changeSeries,
    async (call) =>
      updateSeries(call, await locationOfId(call, call.params.id), call.params.id, { input: call, scope: call.query }),
    async (call, id) => series.readSeries(call, await locationOfId(call, id), id),
  );
  on(contract.removeSeries, async (call) =>
    removeSeries(call, await locationOfId(call, call.params.id), call.params.id, call.query),
  );
};
