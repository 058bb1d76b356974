// npm run bench:scale: what 1, 2 and 4 processes on one database do. See bench/README.md and docs/scaling.md.
import { availableParallelism } from "node:os";

import { startEmbedded } from "../server/platform/db/embedded/embedded.ts";
import { inFolders, readArguments } from "./command.ts";
import { grid, quantile } from "./figures.ts";
import { type BenchRequest, type Outcome, reading, writing } from "./jobs.ts";
import { cpuOf, familyCpuOf, type Load, type Service, startLoad, startService } from "./processes.ts";
import { type BenchSetup, prepare } from "./setup.ts";

const given = readArguments(
  { visits: "20000", seconds: "4", processes: "1,2,4" },
  { visits: "1000", seconds: "0.1", processes: "2" },
);

/** Callers in all, however many processes they are spread over. */
const CALLERS = 24;
const SECONDS = Number(given.seconds);
const WARM_UP_MS = Math.min(1_500, SECONDS * 1_000);
const SECRET_KEY = "bench-bench-bench-bench-bench-bench";

/** What a round asks for. */
type Kind = { name: string; requests: (prepared: BenchSetup) => BenchRequest[] };

const signIn = (company_id: string, { body }: BenchSetup): BenchRequest => {
  const { visit_type: _type, entrypoint_id: _door, ...person } = body;
  return writing("/visitors", { company_id, ...person });
};

const KINDS: readonly Kind[] = [
  { name: "sign-ins, one location", requests: (prepared) => [signIn(prepared.desk, prepared)] },
  {
    name: "sign-ins, two locations",
    requests: (prepared) => [signIn(prepared.desk, prepared), signIn(prepared.largest._id, prepared)],
  },
  {
    name: "reads of a visit",
    requests: ({ ids }) => ids.map((id) => reading(`/visitors/${id}`)),
  },
];

/** The processes of one step, each with a load process of its own. */
type Step = { apis: Service[]; loads: Load[]; worker: Service; database: number; prepared: BenchSetup };

/** Processor time a request, in microseconds, by who took it. */
type Costs = { apis: number; worker: number; database: number; loads: number };

const sumOf = async (pids: readonly number[]): Promise<number> =>
  (await Promise.all(pids.map(cpuOf))).reduce((all, one) => all + one, 0);

const costsOf = async ({ apis, worker, database, loads }: Step): Promise<Costs> => ({
  apis: await sumOf(apis.map(({ pid }) => pid)),
  worker: await sumOf([worker.pid]),
  database: await familyCpuOf(database),
  loads: await sumOf(loads.map(({ pid }) => pid)),
});

const drive = ({ apis, loads, prepared }: Step, { requests }: Kind, ms: number): Promise<Outcome[]> => {
  const { authorization } = prepared;
  const connections = CALLERS / apis.length;
  const all = requests(prepared);
  return Promise.all(
    loads.map((load, n) => {
      const port = apis[n]?.port ?? 0;
      return load.run({ port, authorization, connections, requests: all, limit: { ms } });
    }),
  );
};

const HEAD = ["processes", "load", "a second", "p99", "cores busy", "processes' µs", "database's µs", "worker's µs"];

const measure = async (step: Step, kind: Kind): Promise<string[]> => {
  await drive(step, kind, WARM_UP_MS);
  const before = await costsOf(step);
  const began = performance.now();
  const outcomes = await drive(step, kind, SECONDS * 1_000);
  const seconds = (performance.now() - began) / 1_000;
  const after = await costsOf(step);
  const latencies = outcomes.flatMap((outcome) => outcome.latencies);
  const used = (who: keyof Costs): number => after[who] - before[who];
  const each = (who: keyof Costs): string => String(Math.round(used(who) / latencies.length));
  const busy = (used("apis") + used("worker") + used("database") + used("loads")) / 1e6 / seconds;
  return [
    String(step.apis.length),
    kind.name,
    String(Math.round(latencies.length / seconds)),
    `${quantile(latencies, 0.99).toFixed(0)} ms`,
    busy.toFixed(2),
    each("apis"),
    each("database"),
    each("worker"),
  ];
};

type Server = { url: string; pid: number };
type Started = { dataDir: string; prepared: BenchSetup; server: Server };

/** One step from its start to its end: all kinds of load on a number of processes. */
const stepOf = async (count: number, { dataDir, prepared, server }: Started): Promise<string[][]> => {
  const shared = { DATABASE_URL: server.url, SECRET_KEY, BACKUP_TIME: "off" };
  const worker = await startService(dataDir, { ...shared, ROLE: "worker" });
  const apis: Service[] = [];
  for (let n = 0; n < count; n += 1) apis.push(await startService(dataDir, { ...shared, ROLE: "api" }));
  const step: Step = { apis, worker, loads: apis.map(() => startLoad()), database: server.pid, prepared };
  const lines: string[][] = [];
  try {
    for (const kind of KINDS) lines.push(await measure(step, kind));
    return lines;
  } finally {
    await Promise.all([...apis, worker, ...step.loads].map((one) => one.stop()));
  }
};

const run = async (dataDir: string): Promise<void> => {
  const prepared = await prepare(dataDir, Number(given.visits));
  const embedded = await startEmbedded({ dataDir });
  const url = `postgres://${embedded.user}@/${embedded.database}?host=${encodeURIComponent(embedded.socketDir)}`;
  const started = { dataDir, prepared, server: { url, pid: embedded.pid } };
  const lines = [HEAD];
  try {
    for (const count of given.processes.split(",").map(Number)) lines.push(...(await stepOf(count, started)));
  } finally {
    await embedded.stop();
  }
  process.stdout.write(`${availableParallelism()} cores for everything: load, processes and database\n\n`);
  process.stdout.write(grid(lines));
};

await inFolders(given, run);
