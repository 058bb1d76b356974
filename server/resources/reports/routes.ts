import { requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { groups } from "./groups.ts";
import { heatMap } from "./heat-map.ts";
import { occupancy } from "./occupancy.ts";
import * as reports from "./reports.ts";
import * as subscriptions from "./subscriptions.ts";
import { visitTimes } from "./times.ts";

/** Counters and reports (interface 4.3, rules 5). */
export const reportRoutes = ({ on }: Router): void => {
  on(contract.readStatistics, (call) =>
    reports.statistics(call, requireLocationClock(call), call.params.datetimestamp),
  );
  on(contract.readDayTotal, (call) => reports.dayTotal(call, requireLocationClock(call), call.params.datetimestamp));
  on(contract.readMonthTotal, (call) =>
    reports.monthTotal(call, requireLocationClock(call), call.params.datetimestamp),
  );
  on(contract.readPerDay, (call) => reports.perDay(call, requireLocationClock(call), call.params));
  on(contract.readGraph, (call) =>
    reports.graph(call, requireLocationClock(call), call.params, call.query.interval ?? "day"),
  );
  on(contract.readOccupancy, (call) => occupancy(call, requireLocationClock(call), call.params, call.query));
  on(contract.readHeatMap, (call) => heatMap(call, requireLocationClock(call), call.params));
  on(contract.readTimes, (call) => visitTimes(call, requireLocationClock(call), call.params));
  on(contract.readSubscription, (call) => subscriptions.readSubscription(call, call.location));
  on(contract.changeSubscription, (call) => subscriptions.save(call, requireLocationClock(call), call.body.subscribed));
  on(contract.readGroups, (call) => groups(call, requireLocationClock(call), call.params, call.query.by));
};
