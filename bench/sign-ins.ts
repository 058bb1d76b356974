import { writing } from "./jobs.ts";
import type { Load, Service } from "./processes.ts";
import type { Prepared } from "./setup.ts";

/** As many receptionists at once as do not fill the machine: the question is who waits, not who is left over. */
const CONNECTIONS = 2;

/** A service under measurement, what calls it, and the data it has. */
export type BenchRun = { service: Service; load: Load; prepared: Prepared };

/** The latencies of sign-ins, one after the other over each connection. */
export const signIns = async ({ service, load, prepared }: BenchRun, limitMs: number): Promise<number[]> => {
  const { authorization, desk, body } = prepared;
  const requests = [writing("/visitors", { company_id: desk, ...body })];
  const job = { port: service.port, authorization, connections: CONNECTIONS, requests, limit: { ms: limitMs } };
  return (await load.run(job)).latencies;
};
