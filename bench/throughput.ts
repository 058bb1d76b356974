import { median } from "./figures.ts";
import { type BenchRequest, type Outcome, reading, writing } from "./jobs.ts";
import type { BenchTarget } from "./sign-ins.ts";
import { type Bare, cpuOf } from "./processes.ts";
import type { Figure } from "./results.ts";
import type { BenchSetup } from "./setup.ts";

const CONNECTIONS = 24;
/** Until the compiler of the runtime is done with both: in its first seconds the service takes twice the time a request. */
const WARM_MS = 5_000;
const RATIO_MIN = 0.85;
const SIDES = ["service", "bare"] as const;
type Side = (typeof SIDES)[number];

export type ComparedTargets = BenchTarget & { bare: Bare };
export type Rounds = { rounds: number; roundMs: number };

type Operation = { what: string; requests: (prepared: BenchSetup) => BenchRequest[] };

const OPERATIONS: readonly Operation[] = [
  {
    what: "Sign-in",
    requests: ({ desk, body }) => [writing("/visitors", { company_id: desk, ...body })],
  },
  { what: "Visit by its ID", requests: ({ ids }) => ids.map((id) => reading(`/visitors/${id}`)) },
  {
    what: "List of 50",
    requests: ({ largest }) => [reading(`/visitors/signed_current/${largest._id}`)],
  },
];

const measure = (side: Side, { requests }: Operation, limitMs: number, measured: ComparedTargets): Promise<Outcome> => {
  const { load, prepared } = measured;
  return load.run({
    port: measured[side].port,
    authorization: prepared.authorization,
    connections: CONNECTIONS,
    requests: requests(prepared),
    limit: { ms: limitMs },
  });
};

/** Requests a second of each round, and the processor time of one in the serving process, in microseconds: what a busy machine changes least. */
type Rates = Record<Side, { perSecond: number[]; costs: number[] }>;

/** One after the other within each round, each round beginning with another: what the machine does besides falls on all alike. */
const ratesOf = async (
  operation: Operation,
  { rounds, roundMs }: Rounds,
  measured: ComparedTargets,
): Promise<Rates> => {
  const rates: Rates = { service: { perSecond: [], costs: [] }, bare: { perSecond: [], costs: [] } };
  for (const side of SIDES) await measure(side, operation, Math.min(WARM_MS, roundMs * 3), measured);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const before = await cpuOf(measured[side].pid);
      const { perSecond, latencies } = await measure(side, operation, roundMs, measured);
      rates[side].perSecond.push(perSecond);
      rates[side].costs.push(((await cpuOf(measured[side].pid)) - before) / latencies.length);
    }
  }
  return rates;
};

const figuresOf = ({ what }: Operation, { service, bare }: Rates): Figure[] => {
  const ratios = service.perSecond.map((rate, n) => rate / (bare.perSecond[n] ?? Number.NaN));
  return [
    {
      what: `${what} against the bare server`,
      value: median(ratios),
      unit: "",
      goal: { of: "value", atLeast: RATIO_MIN },
    },
    { what: `${what}, ${CONNECTIONS} connections`, value: median(service.perSecond), unit: "/s" },
    { what: `${what}: processor time of the service`, value: median(service.costs), unit: "µs" },
    { what: `${what}: processor time of the bare server`, value: median(bare.costs), unit: "µs" },
  ];
};

/** How many requests the service answers against a bare server with the same statements. */
export const throughput = async (wanted: Rounds, measured: ComparedTargets): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const operation of OPERATIONS) figures.push(...figuresOf(operation, await ratesOf(operation, wanted, measured)));
  return figures;
};
