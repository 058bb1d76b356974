import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyEach, type Difference, differencesOf } from "./apply.ts";
import type { SyncAnswer } from "./sync-contract.ts";
import { isPresent, type Outcome, outcomeOf, type Problem } from "./difference.ts";
import { readDirectory } from "./directories.ts";
import { detailsOf } from "./person.ts";
import * as store from "./store.ts";

type Wire = Static<typeof SyncAnswer>;
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

/**
 * Compares a directory's people and rules with its hosts and users and, unless it is only a preview, brings these up to
 * date. A plan that takes too many off the lists is not carried out without `confirm`. Errors: `404`.
 */
export const sync = async (
  ctx: RequestContext,
  id: string,
  { dry_run = true, confirm = false }: { dry_run?: boolean; confirm?: boolean },
): Promise<Wire> => {
  const directory = await readDirectory(ctx, id);
  const found = await differencesOf(ctx.db, directory, null);
  const people = found.map((one) => ({ ...one, outcome: outcomeOf(one.person, one.actions) }));
  const plan = countsOf(people);
  const stopped = !confirm && isTooMany(plan, people);
  if (dry_run || stopped) return { plan, samples: samplesOf(people, new Map()), ...(stopped ? { stopped } : {}) };
  const undone = await applyEach(ctx, directory, null);
  const last_sync = iso(ctx.now);
  await runLoggedQuery(ctx, store.updateLastSync(id, last_sync), {
    location: SERVICE_LOCATION,
    action: "directory.sync",
    subject: "directory",
    body: { before: { last_sync: directory.last_sync }, after: { last_sync, ...plan } },
  });
  return { plan, samples: samplesOf(people, undone) };
};
