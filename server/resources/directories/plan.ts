import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { mapInSlices } from "../../platform/lib/async/slices.ts";
import { type Difference, differencesOf } from "./apply.ts";
import { isPresent, type Outcome, outcomeOf, type Problem } from "./difference.ts";
import { readDirectory } from "./directories.ts";
import { detailsOf } from "./person.ts";
import type { DirectoryRow } from "./store.ts";
import type { SyncAnswer } from "./sync-contract.ts";

/** The answer to a sync. */
export type Wire = Static<typeof SyncAnswer>;
type Sample = Wire["samples"][number];
type PlannedPerson = Difference & { outcome: Outcome | undefined };

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
      .map((one) => ({ what, ...namesOf(one) })),
  );
  const reported = people.flatMap((one) => {
    const found = one.actions.flatMap((action) => (action.do === "report" ? [action.reason] : []));
    const reasons = new Set([...found, ...(undone.get(one.person._id) ?? [])]);
    return [...reasons].map((reason) => ({ what: "problem" as const, ...namesOf(one), reason }));
  });
  return [...outcomes, ...reported.slice(0, SAMPLES)];
};

const countsOf = (people: readonly PlannedPerson[]): Wire["plan"] => {
  const count = (what: Outcome): number => people.filter(({ outcome }) => outcome === what).length;
  return { created: count("created"), changed: count("changed"), hidden: count("hidden"), removed: count("removed") };
};

const isTooMany = ({ hidden, removed }: Wire["plan"], people: readonly PlannedPerson[]): boolean => {
  const present = people.filter(({ person }) => isPresent(person)).length;
  return hidden + removed > Math.max(LEAVING_FEW, present * LEAVING_SHARE);
};

/** A plan with the people that it is about, and the answer that shows it. */
export type SyncPlan = { plan: Wire["plan"]; people: readonly PlannedPerson[]; stopped: boolean };

/** Compares what is stored of a directory with its hosts and users. */
export const planOf = async (ctx: RequestContext, directory: DirectoryRow, confirm: boolean): Promise<SyncPlan> => {
  const found = await differencesOf(ctx.db, directory, null);
  const people = await mapInSlices(found, (one) => ({ ...one, outcome: outcomeOf(one.person, one.actions) }));
  const counts = countsOf(people);
  return { plan: counts, people, stopped: !confirm && isTooMany(counts, people) };
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
