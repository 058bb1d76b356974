import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Type, OneOf } from "../../platform/http/contract/schemas.ts";

const TAG = "Reports";
const Total = Type.Integer({ minimum: 0 });
const Day = Type.String({
  description: "A date, read in the location's time zone, or an ISO 8601 timestamp",
  examples: ["2026-11-21"],
});
const OnDay = { ...LocationParams, datetimestamp: Day };
const OverDays = { ...LocationParams, start: Day, end: Day };

/** The five counters of interface 2.4. */
const Statistics = Type.Object({
  totalVisitorsIn: Total,
  totalVisitorsCurrent: Total,
  totalVisitorsOut: Total,
  totalMonthlyVisitors: Total,
  totalMonthlySMS: Total,
});

const DayTotal = Type.Object({ totalVisitorsIn: Total });
const MonthTotal = Type.Object({ totalMonthlyVisitors: Total });

named({ Statistics, DayTotal, MonthTotal });

export const readStatistics = endpoint({
  operationId: "getStatistics",
  method: "GET",
  path: "/companies/{company_id}/statistics/{datetimestamp}",
  tag: TAG,
  summary: "Visit totals for a day and its month",
  permission: "reports.read",
  params: OnDay,
  response: Statistics,
});

export const readDayTotal = endpoint({
  operationId: "getDayTotal",
  method: "GET",
  path: "/visitors/signed_in/total/{company_id}/{datetimestamp}",
  tag: TAG,
  summary: "Visits that started that day",
  permission: "reports.read",
  params: OnDay,
  response: DayTotal,
});

export const readMonthTotal = endpoint({
  operationId: "getMonthTotal",
  method: "GET",
  path: "/visitors/monthly/total/{company_id}/{datetimestamp}",
  tag: TAG,
  summary: "Visits in that calendar month",
  permission: "reports.read",
  params: OnDay,
  response: MonthTotal,
});

const DayDate = Type.String({
  examples: ["2026-11-21"],
  description: "The day; for hours, the time at which the hour starts",
});

const DayCount = Type.Object({ date: DayDate, total: Total });
const GraphPoint = Type.Object({ date: DayDate, totalVisitorsIn: Total, totalVisitorsOut: Total });
const GroupCount = Type.Object({ key: Type.Optional(Type.String()), totalVisitorsIn: Total });

named({ DayCount, GraphPoint, GroupCount });

export const readPerDay = endpoint({
  operationId: "getVisitsPerDay",
  method: "GET",
  path: "/visitors/perday/{company_id}/{start}/{end}",
  tag: TAG,
  summary: "Visits that started, for each day of a date range; both days included",
  permission: "reports.read",
  mayLag: true,
  params: OverDays,
  response: Type.Array(DayCount),
});

export const INTERVALS = ["hour", "day", "week", "month"] as const;

export const readGraph = endpoint({
  operationId: "getVisitGraph",
  method: "GET",
  path: "/companies/{company_id}/statistics/graph/{start}/{end}",
  tag: TAG,
  summary: "Sign-ins and sign-outs for each hour, day, week or month of a date range; both days included",
  permission: "reports.read",
  mayLag: true,
  params: OverDays,
  query: { interval: Type.Optional(OneOf(...INTERVALS)) },
  response: Type.Array(GraphPoint),
});

export const GROUPS = ["visit_type", "entrypoint_id", "recipient", "company", "hour", "weekday"] as const;

export const readGroups = endpoint({
  operationId: "getVisitGroups",
  method: "GET",
  path: "/companies/{company_id}/statistics/groups/{start}/{end}",
  tag: TAG,
  summary:
    "Visits that started in a date range, by visit type, entrance, host, company, hour or weekday; both days included",
  description:
    "`key` is an ID, a name, an hour of the day from 0 to 23 or a weekday from 1 (Monday) to 7, in the location's time zone; left out for visits without an ID. All hours and weekdays are listed. IDs are only listed if they have visits, the most visits first; of hosts and companies, by their names in visits that aren't erased, the twenty with most visits.",
  permission: "reports.read",
  mayLag: true,
  params: OverDays,
  query: { by: OneOf(...GROUPS) },
  response: Type.Array(GroupCount),
});

const Durations = Type.Object({
  total: Total,
  median_minutes: Type.Optional(Type.Integer({ minimum: 0, description: "Half of them took at most this long" })),
  p90_minutes: Type.Optional(Type.Integer({ minimum: 0, description: "Nine in ten took at most this long" })),
});

const VisitTimes = Type.Object({ stays: Durations, approvals: Durations, expected: Total, no_shows: Total });

named({ VisitTimes });

export const readTimes = endpoint({
  operationId: "getVisitTimes",
  method: "GET",
  path: "/companies/{company_id}/statistics/times/{start}/{end}",
  tag: TAG,
  summary:
    "How long visits lasted and waited for approval, and how many expected visitors never came; both days included",
  description:
    "`stays` and `approvals` count visits that started in the date range: until the visitor signed out, and until they were approved or rejected, in whole minutes; erased visits aren't among them. `expected` counts registered visitors with a beginning and an end whose time ended in it, as far back as retention keeps visits; `no_shows` those without a visit from 12 hours before that time to 12 hours after it.",
  permission: "reports.read",
  mayLag: true,
  params: OverDays,
  response: VisitTimes,
});

const Average = Type.Number({ minimum: 0, description: "To three decimals" });

const Occupancy = Type.Object({
  date: Type.String({ examples: ["2026-11-21T08:00:00.000Z"], description: "When the interval starts" }),
  key: Type.Optional(Type.String({ description: "Only with `by`" })),
  at_start: Total,
  peak: Total,
  mean: Average,
  arrivals: Total,
  departures: Total,
});

const HeatMapCell = Type.Object({
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: "From 1, Monday" }),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  mean: Average,
  p90: Average,
});

named({ Occupancy, HeatMapCell });

export const OCCUPANCY_INTERVALS = ["quarter", "hour", "day"] as const;
const OCCUPANCY_GROUPS = ["entrypoint_id", "visit_type"] as const;

export const readOccupancy = endpoint({
  operationId: "getOccupancy",
  method: "GET",
  path: "/companies/{company_id}/occupancy/{start}/{end}",
  tag: TAG,
  summary: "How many visitors were inside in each quarter of an hour, hour or day of a date range; both days included",
  description:
    "Intervals begin in the location's time zone, those without visitors included. `at_start` and `peak` count the visits inside when the interval starts and at most at the same time, `mean` their average over it. A visit is inside from `signed_in` to `signed_out`, and without that until it leaves the inside list; erased visits aren't. Nothing after now is counted. `arrivals` and `departures` are the sign-ins and sign-outs of the graph, with those of erased visits. `by` counts each visit type or entrance by its ID, which is left out for visits without one: an entrance counts those who came in there.",
  permission: "visits.read",
  mayLag: true,
  params: OverDays,
  query: {
    interval: Type.Optional(OneOf(...OCCUPANCY_INTERVALS)),
    by: Type.Optional(OneOf(...OCCUPANCY_GROUPS)),
  },
  response: Type.Array(Occupancy),
});

export const readHeatMap = endpoint({
  operationId: "getOccupancyHeatMap",
  method: "GET",
  path: "/companies/{company_id}/occupancy/heatmap/{start}/{end}",
  tag: TAG,
  summary: "How many visitors were inside in each hour of the week, over a date range; both days included",
  description:
    "168 cells, in the location's time zone. An hour of a day has as many visitors as were inside on average; `mean` is the average of the cell's hours, and nine in ten of them had at most `p90`. Hours that haven't begun aren't counted.",
  permission: "visits.read",
  mayLag: true,
  params: OverDays,
  response: Type.Array(HeatMapCell),
});

const MonthlyReport = Type.Object({
  subscribed: Type.Boolean({
    description: "Whether the user who calls is emailed the report of each month",
    "x-expected": "true or false",
  }),
});

named({ MonthlyReport });

const ofUser = {
  method: "GET",
  path: "/companies/{company_id}/monthlyreport",
  tag: TAG,
  permission: "reports.read",
  closedToKeys: true,
  params: LocationParams,
  response: MonthlyReport,
} as const;

export const readSubscription = endpoint({
  ...ofUser,
  operationId: "getMonthlyReportSubscription",
  summary: "Whether you are emailed the monthly report of a location",
});

export const changeSubscription = endpoint({
  ...ofUser,
  operationId: "setMonthlyReportSubscription",
  method: "PUT",
  summary: "Be emailed the monthly report of a location, or no longer",
  description:
    "On the first of each month, after 06:00 in the location's time zone, the report of the last month is emailed to the user's own address, in their language. The first one is of the month in which they subscribe.",
  body: { ...MonthlyReport, examples: [{ subscribed: true }] },
  keeps: ["subscribed"],
});
