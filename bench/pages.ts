import { byValues } from "./filters.ts";
import { median, quantile } from "./figures.ts";
import type { BenchTarget } from "./sign-ins.ts";
import type { Figure } from "./results.ts";

const CONNECTIONS = 16;
const FIELDS = ["recipient", "email", "vehicleregistration", "last_name", "company"];
const WHAT = `Filtered page of 50 with total, ${CONNECTIONS} connections`;

/**
 * How many filtered pages are answered per second, each by a different value: this many in all, in this many rounds.
 */
export const filteredPages = async (
  { service, load, prepared }: BenchTarget,
  { rounds, filters }: { rounds: number; filters: number },
): Promise<Figure[]> => {
  const all = byValues(prepared, FIELDS).slice(0, filters);
  const { authorization } = prepared;
  const outcomes = [];
  for (let round = 0; round <= rounds; round += 1) {
    const requests = all.filter((_, n) => n % (rounds + 1) === round);
    const job = { port: service.port, authorization, connections: CONNECTIONS, requests, limit: "once" as const };
    outcomes.push(await load.run(job));
  }
  // The first round warms up.
  const measured = outcomes.slice(1);
  const latencies = measured.flatMap((outcome) => outcome.latencies);
  return [
    {
      what: WHAT,
      value: median(measured.map(({ perSecond }) => perSecond)),
      unit: "/s",
      goal: { of: "value", atLeast: 400 },
    },
    { what: `${WHAT}: median`, value: median(latencies), unit: "ms" },
    { what: `${WHAT}: p99`, value: quantile(latencies, 0.99), unit: "ms" },
  ];
};
