import { byLetters, byPairs, byParts, byValues, logPage } from "./filters.ts";
import { median } from "./figures.ts";
import { type BenchRequest, reading, writing } from "./jobs.ts";
import type { BenchTarget } from "./sign-ins.ts";
import type { Figure, Goal } from "./results.ts";
import type { BenchSetup } from "./setup.ts";

/** Requests of one kind. Those of a filter are all different, so that no plan and no value is ever in a cache already. */
type Question = { what: string; requests: readonly BenchRequest[]; goal?: Goal };

/** How many of a kind are measured per round, right after as many visits by ID. */
const ASKED = 5;
const VISITS = 15;
/** How many sign-ins of a flood come at once, and what is asked after it. */
const FLOOD_CONNECTIONS = 16;
const AFTER_FLOOD = new Set(["Log with total, page 1", "Log with total, page 500", "Filter by host", "Two filters"]);
const AFTER_FLOOD_MS_MAX = 100;

const within = (atMost: number): Goal => ({ of: "value", atMost });

const questions = (prepared: BenchSetup): Question[] => {
  const { largest } = prepared;
  const page = (pairs: Record<string, string>): BenchRequest[] => [logPage(prepared, pairs)];
  const today = new Date().toISOString().slice(0, 10);
  return [
    { what: "Log with total, page 1", requests: page({}), goal: within(5) },
    { what: "Log with total, page 500", requests: page({ page: "500" }), goal: within(10) },
    { what: "Log with total, page 5,000", requests: page({ page: "5000" }) },
    { what: "Filter by host", requests: byValues(prepared, ["recipient"]), goal: within(20) },
    { what: "Filter by email", requests: byValues(prepared, ["email"]), goal: within(20) },
    { what: "Filter by a custom key", requests: byValues(prepared, ["vehicleregistration"]), goal: within(20) },
    { what: "Filter by last name", requests: byValues(prepared, ["last_name"]), goal: within(20) },
    { what: "Filter by company", requests: byValues(prepared, ["company"]), goal: within(20) },
    { what: "Filter by part of a name, 1 in 100", requests: byParts(prepared), goal: within(20) },
    { what: "Filter by one letter", requests: byLetters(prepared), goal: within(20) },
    { what: "Two filters", requests: byPairs(prepared), goal: within(20) },
    { what: "Sort by last name", requests: page({ "sorting[last_name]": "asc" }), goal: within(10) },
    { what: "Sort by a custom key", requests: page({ "sorting[vehicleregistration]": "asc" }), goal: within(100) },
    {
      what: "Inside list, 50 visitors",
      requests: [reading(`/visitors/signed_current/${largest._id}`)],
      goal: within(5),
    },
    { what: "Statistics", requests: [reading(`/companies/${largest._id}/statistics/${today}`)], goal: within(5) },
    { what: "Export, 200 rows", requests: [reading(`/visitors/export/bycompany/${largest._id}`)], goal: within(60) },
  ];
};

/** This many from an index on, wrapping around at the end. */
const from = <T>(all: readonly T[], first: number, count: number): T[] =>
  Array.from({ length: count }, (_, n) => all[(first + n) % all.length]).filter((one) => one !== undefined);

/** Asks one after the other, as a single caller would. @returns how long each took, in milliseconds */
const ask = async ({ service, load, prepared }: BenchTarget, requests: readonly BenchRequest[]): Promise<number[]> => {
  const job = { port: service.port, authorization: prepared.authorization, connections: 1, limit: "once" as const };
  return (await load.run({ ...job, requests: [...requests] })).latencies;
};

const visitsOf = ({ ids }: BenchSetup, block: number): BenchRequest[] =>
  from(ids, block * VISITS, VISITS).map((id) => reading(`/visitors/${id}`));

type Timed = { question: Question; visits: number[]; found: number[]; ratios: number[] };

/** Each question once in every round, visits by their IDs right before it: what the machine does besides falls on both. */
const timeAll = async (run: BenchTarget, all: readonly Question[], rounds: number): Promise<Timed[]> => {
  const timed = all.map((question): Timed => ({ question, visits: [], found: [], ratios: [] }));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [n, { question, visits, found, ratios }] of timed.entries()) {
      const asked = from(question.requests, round * ASKED, ASKED);
      const took = await ask(run, [...visitsOf(run.prepared, round * all.length + n), ...asked]);
      if (round === 0) continue;
      const [before, after] = [took.slice(0, VISITS), took.slice(VISITS)];
      visits.push(...before);
      found.push(...after);
      ratios.push(median(after) / median(before));
    }
  return timed;
};

const figuresOf = (timed: readonly Timed[]): Figure[] =>
  timed.map(({ question: { requests: _, ...question }, found, ratios }) => ({
    ...question,
    value: median(found),
    unit: "ms",
    ratio: median(ratios),
  }));

/** Every question by one caller: medians, and the medians of the rounds' ratios. */
export const singleQuestions = async (run: BenchTarget, rounds: number): Promise<Figure[]> => {
  const { ids } = run.prepared;
  await ask(
    run,
    ids.map((id) => reading(`/visitors/${id}`)),
  );
  const timed = await timeAll(run, questions(run.prepared), rounds);
  const visit = {
    what: "A visit by its ID",
    value: median(timed.flatMap(({ visits }) => visits)),
    unit: "ms",
    ratio: 1,
  };
  return [visit, ...figuresOf(timed)];
};

/** Sign-ins of those who have visited the location before. */
const floodOf = ({ largest, samples }: BenchSetup, count: number): BenchRequest[] =>
  from(samples, 0, count).map((sample) => writing("/visitors", { company_id: largest._id, ...sample }));

/** Signs this many visitors in at the large location without a pause, and measures its log before a vacuum. */
export const afterFlood = async (run: BenchTarget, rounds: number, signIns: number): Promise<Figure[]> => {
  const { service, load, prepared } = run;
  const flood = { port: service.port, authorization: prepared.authorization, connections: FLOOD_CONNECTIONS };
  await load.run({ ...flood, requests: floodOf(prepared, signIns), limit: "once" });
  const again = questions(prepared)
    .filter(({ what }) => AFTER_FLOOD.has(what))
    .map((question) => ({
      ...question,
      what: `${question.what}, right after a flood of sign-ins there`,
      requests: question.requests.toReversed(),
      goal: within(AFTER_FLOOD_MS_MAX),
    }));
  return figuresOf(await timeAll(run, again, rounds));
};
