import { writing } from "./jobs.ts";
import type { Load, Service } from "./processes.ts";
import type { BenchSetup } from "./setup.ts";

/** As many receptionists as leave the machine unsaturated: it measures the waiting, not the capacity. */
const CONNECTIONS = 2;

/** A service under measurement, what calls it, and the data it has. */
export type BenchTarget = { service: Service; load: Load; prepared: BenchSetup };

/** The latencies of sign-ins, one after the other over each connection. @param pauseMs how long each waits in between */
export const signIns = async (
  { service, load, prepared }: BenchTarget,
  limitMs: number,
  pauseMs?: number,
): Promise<number[]> => {
  const { authorization, desk, body } = prepared;
  const requests = [writing("/visitors", { company_id: desk, ...body })];
  const job = { port: service.port, authorization, connections: CONNECTIONS, requests, limit: { ms: limitMs } };
  const pace = pauseMs === undefined ? {} : { pauseMs };
  return (await load.run({ ...job, ...pace })).latencies;
};
