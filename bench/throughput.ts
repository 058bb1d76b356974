import { median, type Row } from "./figures.ts";
import { type Operation, OPERATIONS, type Outcome, type BenchRequest } from "./jobs.ts";
import { type Bare, cpuOf, type Load, type Service } from "./processes.ts";
import type { Prepared } from "./setup.ts";

const CONNECTIONS = 24;
/** Until the compiler of the runtime is done with both: in its first seconds the service takes twice the time a request. */
const WARM_MS = 5_000;
const RATIO_MIN = 0.8;
const SIDES = ["service", "bare", "driver"] as const;
type Side = (typeof SIDES)[number];

export type Measured = { service: Service; bare: Bare; load: Load; prepared: Prepared };
export type Rounds = { rounds: number; roundMs: number };

const requestsOf = (operation: Operation, { place, desk, body, ids }: Prepared): BenchRequest[] => {
  switch (operation) {
    case "sign-in":
      return [{ method: "POST", path: "/visitors", body: JSON.stringify({ company_id: desk, ...body }) }];
    case "get":
      return ids.map((id) => ({ method: "GET", path: `/visitors/${id}` }));
    case "list":
      return [{ method: "GET", path: `/visitors/signed_current/${place._id}` }];
  }
};

const measure = (side: Side, operation: Operation, limitMs: number, measured: Measured): Promise<Outcome> => {
  const { service, bare, load, prepared } = measured;
  if (side === "driver") return bare.drive({ operation, connections: CONNECTIONS, ms: limitMs });
  return load.run({
    port: side === "service" ? service.port : bare.port,
    authorization: prepared.authorization,
    connections: CONNECTIONS,
    requests: requestsOf(operation, prepared),
    limit: { ms: limitMs },
  });
};

/** Refuses figures of requests that were not answered with 200. */
const checked = ({ failures, firstFailure, ...outcome }: Outcome): Outcome => {
  if (failures > 0) throw new Error(`${failures} requests failed, the first with:\n${firstFailure}`);
  return { failures, firstFailure, ...outcome };
};

type Rates = Record<Side, number[]>;
/** Processor time a request in the serving process itself, in microseconds: what a busy machine changes least. */
type Costs = Record<"service" | "bare", number[]>;

const costOf = async (pid: number, work: () => Promise<Outcome>): Promise<{ outcome: Outcome; cost: number }> => {
  const before = await cpuOf(pid);
  const outcome = checked(await work());
  return { outcome, cost: ((await cpuOf(pid)) - before) / outcome.latencies.length };
};

/** One after the other within each round, each round beginning with another: what the machine does besides falls on all alike. */
const ratesOf = async (
  operation: Operation,
  { rounds, roundMs }: Rounds,
  measured: Measured,
): Promise<{ rates: Rates; costs: Costs }> => {
  const rates: Rates = { service: [], bare: [], driver: [] };
  const costs: Costs = { service: [], bare: [] };
  for (const side of SIDES) checked(await measure(side, operation, Math.min(WARM_MS, roundMs * 3), measured));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of SIDES.map((_, n) => SIDES[(n + round) % SIDES.length] ?? "service")) {
      const { pid } = side === "service" ? measured.service : measured.bare;
      const { outcome, cost } = await costOf(pid, () => measure(side, operation, roundMs, measured));
      rates[side].push(outcome.perSecond);
      if (side !== "driver") costs[side].push(cost);
    }
  }
  return { rates, costs };
};

const ratios = (rates: Rates, side: Side): number[] =>
  rates.service.map((rate, n) => rate / (rates[side][n] ?? Number.NaN));

const NAMES: Record<Operation, string> = { "sign-in": "Sign-in", get: "Get by id", list: "List of 50 (inside)" };

const rowsOf = (operation: Operation, { rates, costs }: { rates: Rates; costs: Costs }): Row[] => {
  const bare = ratios(rates, "bare");
  const rate = (side: Side): string => `${Math.round(median(rates[side]))}/s`;
  const spread = `${Math.min(...bare).toFixed(2)} to ${Math.max(...bare).toFixed(2)}`;
  const cost = (side: keyof Costs): string => `${Math.round(median(costs[side]))} µs`;
  const name = NAMES[operation];
  return [
    {
      what: `${name}: service / bare node:http + pg`,
      figures: `${median(bare).toFixed(2)} (${spread}; ${rate("service")}, ${rate("bare")})`,
      target: `≥ ${RATIO_MIN}`,
      holds: median(bare) >= RATIO_MIN,
    },
    {
      what: `${name}: service / pg without HTTP`,
      figures: `${median(ratios(rates, "driver")).toFixed(2)} (${rate("driver")})`,
    },
    { what: `${name}: processor time a request`, figures: `service ${cost("service")}, bare ${cost("bare")}` },
  ];
};

/** How many requests the service answers against a bare server with the same statements. */
export const throughput = async (wanted: Rounds, measured: Measured): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const operation of OPERATIONS) rows.push(...rowsOf(operation, await ratesOf(operation, wanted, measured)));
  return rows;
};
