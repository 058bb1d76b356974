// npm run bench: see bench/README.md.
import { cpus } from "node:os";

import { findEmbedded } from "../server/platform/db/embedded/embedded.ts";
import { inFolders, readArguments } from "./command.ts";
import { indexing } from "./indexing.ts";
import { afterFlood, singleQuestions } from "./latency.ts";
import { filteredPages } from "./pages.ts";
import { type Bare, memoryOf, type Service, startBare, startLoad, startService } from "./processes.ts";
import { type BenchRun, type Figure, holds, readRun, resultTable, saveRun } from "./results.ts";
import { type BenchSetup, prepare } from "./setup.ts";
import type { BenchTarget } from "./sign-ins.ts";
import { throughput } from "./throughput.ts";
import { writes } from "./writes.ts";

const START_S_MAX = 3;
const MEGABYTES_MAX = 350;

const given = readArguments(
  {
    visits: "1000000",
    rounds: "7",
    seconds: "2",
    filters: "5000",
    changes: "3000",
    flood: "2000",
    only: "",
    compare: "",
    save: "",
  },
  { visits: "1000", rounds: "1", seconds: "0.05", filters: "20", changes: "120", flood: "50" },
);
const ROUNDS = Number(given.rounds);

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const bareFor = async (dataDir: string, prepared: BenchSetup): Promise<Bare> => {
  const address = await findEmbedded(dataDir);
  if (address === undefined) throw new Error("the database is not running");
  const { socketDir: host, user, database } = address;
  const { authorization, largest, desk, body } = prepared;
  return startBare({ host, user, database, authorization, largest, desk, body });
};

const againstBare = async (dataDir: string, run: BenchTarget): Promise<Figure[]> => {
  const bare = await bareFor(dataDir, run.prepared);
  try {
    return await throughput({ rounds: ROUNDS, roundMs: Number(given.seconds) * 1000 }, { ...run, bare });
  } finally {
    // Its connections are not the service's.
    await bare.stop();
  }
};

const startOf = ({ readyMs }: Service): Figure => ({
  what: "Second start to ready (/readyz)",
  value: readyMs / 1000,
  unit: "s",
  goal: { of: "value", atMost: START_S_MAX },
});

const memoryFigures = async ({ pid }: Service): Promise<Figure[]> => {
  const { megabytes, own } = await memoryOf(pid);
  const what = "Memory (PSS) of the service and its PostgreSQL";
  return [
    { what, value: megabytes, unit: "MB", goal: { of: "value", atMost: MEGABYTES_MAX } },
    { what: "Memory (PSS) of the service alone", value: own, unit: "MB" },
  ];
};

/** Everything that is asked of the service as it is started in earnest. */
const answers = async (dataDir: string, prepared: BenchSetup): Promise<Figure[]> => {
  const load = startLoad();
  const service = await startService(dataDir, { BACKUP_TIME: "off" });
  const run = { service, load, prepared };
  try {
    return [
      ...(await singleQuestions(run, ROUNDS)),
      ...(await filteredPages(run, { rounds: ROUNDS, filters: Number(given.filters) })),
      ...(await againstBare(dataDir, run)),
      ...(await afterFlood(run, ROUNDS, Number(given.flood))),
      startOf(service),
      ...(await memoryFigures(service)),
    ];
  } finally {
    await load.stop();
    await service.stop();
  }
};

const PARTS = {
  answers,
  writes: (dataDir: string, prepared: BenchSetup) => writes(dataDir, prepared, Number(given.changes)),
  indexing: (dataDir: string, prepared: BenchSetup) => indexing(dataDir, prepared, Number(given.seconds) * 5_000),
};

/** All parts, or the one that was named. */
const wantedParts = (): (typeof PARTS)[keyof typeof PARTS][] => {
  const named = Object.entries(PARTS).filter(([name]) => given.only === "" || given.only === name);
  if (named.length === 0) throw new Error(`There is no part ${given.only}; there are ${Object.keys(PARTS).join(", ")}`);
  return named.map(([, part]) => part);
};

const measure = async (dataDir: string): Promise<BenchRun> => {
  const parts = wantedParts();
  const prepared = await prepare(dataDir, Number(given.visits));
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...(await part(dataDir, prepared)));
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  const { visits, visitsThere } = prepared;
  return { at: new Date().toISOString(), machine, visits, visitsThere, figures };
};

const titleOf = ({ at, machine, visits, visitsThere }: BenchRun): string =>
  `${at}: ${visits.toLocaleString("en")} visits, ${visitsThere.toLocaleString("en")} of them at the location; ${machine}`;

await inFolders(given, async (dataDir) => {
  // Before ten minutes of measuring, lest the file be missing afterwards.
  const earlier = given.compare === "" ? undefined : await readRun(given.compare);
  const run = await measure(dataDir);
  if (given.save !== "") await saveRun(given.save, run);
  say(
    `\n${titleOf(run)}${earlier === undefined ? "" : `\nbeside ${titleOf(earlier)}`}\n\n${resultTable(run, earlier)}`,
  );
  const missed = run.figures.filter((figure) => holds(figure) === false);
  say(`${run.figures.filter((figure) => holds(figure)).length} goals hold, ${missed.length} are missed`);
  // A machine that others use may miss; only a run on a quiet one is a verdict.
  if (missed.length > 0 && !given.isTrial) process.exitCode = 1;
});
