import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { slicesOf } from "../../platform/lib/async/slices.ts";
import { becomesHost, type Difference, differencesOf, isWork, type PeopleToDo } from "./apply.ts";
import { isPresent, type Outcome, outcomeOf, type Problem } from "./difference.ts";
import { readDirectory } from "./directories.ts";
import { detailsOf } from "./person.ts";
import { listPersonIds } from "./records-store.ts";
import type { DirectoryRow } from "./store.ts";
import type { SyncAnswer } from "./sync-contract.ts";

/** The answer to a sync. */
export type Wire = Static<typeof SyncAnswer>;
type Sample = Wire["samples"][number];
/** A person whom a sync changes or reports; without what the directory says, as there can be thousands. */
type PlannedPerson = { names: Omit<Sample, "what">; outcome: Outcome | undefined; reasons: Problem[] };

/** A plan that takes more people off the lists than this stops (docs/directories.md). */
const LEAVING_FEW = 10;
const LEAVING_SHARE = 0.1;
/** How many people of each kind an answer names. */
const SAMPLES = 10;

const namesOf = ({ person }: Difference): Omit<Sample, "what"> => {
  const [host] = person.hosts;
  const { cn } = detailsOf(person);
  return {
    _id: person._id,
    external_id: person.external_id ?? host?.external_id ?? person._id,
    name: cn === "" ? (host?.cn ?? person.user?.email ?? "") : cn,
    ...(person.email === null ? {} : { email: person.email }),
  };
};

const samplesOf = (people: readonly PlannedPerson[], undone: ReadonlyMap<string, Problem[]>): Sample[] => {
  const outcomes = (["created", "changed", "hidden", "removed"] as const).flatMap((what) =>
    people
      .filter(({ outcome }) => outcome === what)
      .slice(0, SAMPLES)
      .map(({ names }) => ({ what, ...names })),
  );
  const reported = people.flatMap(({ names, reasons }) =>
    [...new Set([...reasons, ...(undone.get(names._id) ?? [])])].map((reason) => ({
      what: "problem" as const,
      ...names,
      reason,
    })),
  );
  return [...outcomes, ...reported.slice(0, SAMPLES)];
};

const countsOf = (people: readonly PlannedPerson[]): Wire["plan"] => {
  const count = (what: Outcome): number => people.filter(({ outcome }) => outcome === what).length;
  return { created: count("created"), changed: count("changed"), hidden: count("hidden"), removed: count("removed") };
};

const isTooMany = ({ hidden, removed }: Wire["plan"], present: number): boolean =>
  hidden + removed > Math.max(LEAVING_FEW, present * LEAVING_SHARE);

const plannedOf = (one: Difference): PlannedPerson => ({
  names: namesOf(one),
  outcome: outcomeOf(one.person, one.actions),
  reasons: one.actions.flatMap((action) => (action.do === "report" ? [action.reason] : [])),
});

/** How many people are compared at a time. */
const PEOPLE_MAX = 500;

/** A plan with the people that it is about, and the answer that shows it. */
export type SyncPlan = {
  plan: Wire["plan"];
  people: readonly PlannedPerson[];
  toDo: PeopleToDo;
  stopped: boolean;
};

/** Compares what is stored of a directory with its hosts and users. */
export const planOf = async (ctx: RequestContext, directory: DirectoryRow, confirm: boolean): Promise<SyncPlan> => {
  const people: PlannedPerson[] = [];
  const [added, others]: [string[], string[]] = [[], []];
  let present = 0;
  for await (const ids of slicesOf(await listPersonIds(ctx.db, directory._id), PEOPLE_MAX)) {
    const wanted = new Set(ids);
    for (const one of await differencesOf(ctx.db, directory, ids)) {
      // Others with the same address are compared in their own turn.
      if (!wanted.has(one.person._id)) continue;
      if (isPresent(one.person)) present += 1;
      if (one.actions.length > 0) people.push(plannedOf(one));
      if (isWork(one)) (becomesHost(one) ? added : others).push(one.person._id);
    }
  }
  const counts = countsOf(people);
  return { plan: counts, people, toDo: { added, others }, stopped: !confirm && isTooMany(counts, present) };
};

/** @param undone what was left undone, and why, by person */
export const answerOf = ({ plan: counts, people, stopped }: SyncPlan, undone = new Map<string, Problem[]>()): Wire => ({
  plan: counts,
  samples: samplesOf(people, undone),
  ...(stopped ? { stopped } : {}),
});

/** What a sync would do of what is stored; nothing is read elsewhere. Errors: `404`. */
export const plan = async (ctx: RequestContext, id: string): Promise<Wire> =>
  answerOf(await planOf(ctx, await readDirectory(ctx, id), false));
