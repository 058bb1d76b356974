import { ms, median, quantile, type Row } from "./figures.ts";
import type { BenchRequest } from "./jobs.ts";
import type { Load, Service } from "./processes.ts";
import type { Prepared, Sample } from "./setup.ts";

type Question = { what: string; paths: string[]; targetMs?: number };

export type Asked = { service: Service; load: Load; prepared: Prepared };

const REPEAT = 30;
const COUNT = 50;
const FLOOR_MS = 50;
const TIMES_MAX = 5;

const query = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join("&");

const log = ({ place }: Prepared, pairs: Record<string, string> = {}): string =>
  `/visitors/bycompany/${place._id}?${query({ count: String(COUNT), page: "1", ...pairs })}`;

/** Different values of one field, as filters. */
const filters = (prepared: Prepared, field: string, count: number): string[] =>
  [...new Set(prepared.samples.map((sample) => sample[field]).filter((value) => typeof value === "string"))]
    .slice(0, count)
    .map((value) => log(prepared, { [`filter[${field}]`]: value }));

const same = (path: string): string[] => Array<string>(REPEAT).fill(path);

const questions = (prepared: Prepared): Question[] => {
  const { place, medium } = prepared;
  const today = new Date().toISOString().slice(0, 10);
  const one = (pairs: Record<string, string>): string[] => same(log(prepared, pairs));
  return [
    { what: "Log, page 1 with its total (unfiltered total)", paths: one({}), targetMs: 60 },
    { what: "Log, page 500 with its total", paths: one({ page: "500" }) },
    { what: "Filter on email, selective", paths: filters(prepared, "email", REPEAT), targetMs: 25 },
    { what: "Filter on phone, selective", paths: filters(prepared, "phone", REPEAT), targetMs: 25 },
    { what: "Filter on recipient, selective", paths: filters(prepared, "recipient", REPEAT), targetMs: 25 },
    {
      what: "Filter on a custom key (vehicle registration)",
      paths: filters(prepared, "vehicleregistration", REPEAT),
      targetMs: 25,
    },
    { what: "Filter that matches nothing", paths: one({ "filter[email]": "nobody@nowhere" }), targetMs: 25 },
    { what: `Filter on last_name, about 1 in 100 (${medium})`, paths: one({ "filter[last_name]": medium }) },
    { what: "Filter of one character (last_name: e)", paths: one({ "filter[last_name]": "e" }) },
    { what: "Sort by last_name with total", paths: one({ "sorting[last_name]": "asc" }) },
    { what: "Sort by a custom key (vehicle registration)", paths: one({ "sorting[vehicleregistration]": "asc" }) },
    { what: "Inside list (50 people)", paths: same(`/visitors/signed_current/${place._id}`), targetMs: 5 },
    { what: "Export, 200 rows", paths: same(`/visitors/export/bycompany/${place._id}`), targetMs: 60 },
    { what: "Statistics", paths: same(`/companies/${place._id}/statistics/${today}`), targetMs: 5 },
  ];
};

const get = (path: string): BenchRequest => ({ method: "GET", path });

/** Asks one after the other, as a single user would. */
const latencies = async ({ service, load, prepared }: Asked, paths: readonly string[]): Promise<number[]> => {
  const base = { port: service.port, authorization: prepared.authorization, connections: 1 };
  const {
    failures,
    firstFailure,
    latencies: found,
  } = await load.run({
    ...base,
    requests: paths.map(get),
    limit: "once",
  });
  if (failures > 0) throw new Error(`${failures} requests failed, the first with:\n${firstFailure}`);
  return found;
};

const rowOf = ({ what, targetMs }: Question, found: readonly number[]): Row => ({
  what,
  figures: `${ms(median(found))} (p99 ${ms(quantile(found, 0.99))})`,
  ...(targetMs === undefined ? {} : { target: `≤ ${targetMs} ms`, holds: median(found) <= targetMs }),
});

/** Each question asked thirty times, after some to warm up. */
export const singleQuestions = async (run: Asked): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const question of questions(run.prepared)) {
    await latencies(run, question.paths.slice(0, 5));
    rows.push(rowOf(question, await latencies(run, question.paths)));
  }
  return rows;
};

const FIELDS = ["first_name", "last_name", "company", "email", "phone", "recipient", "vehicleregistration"];

const mixed = (samples: readonly Sample[], count: number): { field: string; value: string }[] => {
  const found = new Map<string, { field: string; value: string }>();
  for (const [n, sample] of samples.entries()) {
    // Every field in turn, the next one where a visit has none or its value was taken.
    for (let step = 0; step < FIELDS.length; step += 1) {
      const field = FIELDS[(n + step) % FIELDS.length] ?? "email";
      const value = sample[field];
      if (typeof value !== "string" || found.has(`${field} ${value}`)) continue;
      found.set(`${field} ${value}`, { field, value });
      break;
    }
    if (found.size >= count) break;
  }
  return [...found.values()];
};

/**
 * Many different values over all fields: the planner sees each for the first time.
 * @param judged whether the figure has a target; right after a flood of writes it is only told
 */
export const manyFilters = async (run: Asked, count: number, judged = true): Promise<Row[]> => {
  const values = mixed(run.prepared.samples, count);
  const paths = values.map(({ field, value }) => log(run.prepared, { [`filter[${field}]`]: value }));
  const found = await latencies(run, paths);
  const [middle, late] = [median(found), quantile(found, 0.99)];
  const slowest = values[found.indexOf(Math.max(...found))];
  const limit = Math.max(FLOOR_MS, TIMES_MAX * middle);
  return [
    {
      what: `${values.length} different filter values`,
      figures: `p99 ${ms(late)}, median ${ms(middle)}, slowest ${ms(Math.max(...found))} (${slowest?.field}: ${slowest?.value})`,
      ...(judged ? { target: `p99 ≤ ${ms(limit)}`, holds: late <= limit } : {}),
    },
  ];
};
