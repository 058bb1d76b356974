import { iso } from "../server/platform/lib/time/time.ts";
import { seededId } from "./ids.ts";
import { randomFor } from "./random.ts";
import type { RecentVisit } from "./recent.ts";
import type { Site } from "./sites.ts";

const HOUR_MS = 3_600_000;
/** How many hours ago the visitor asked, and the outcome. */
const ASKED: readonly [hours: number, state: "pending" | "declined"][] = [
  [2, "pending"],
  [21, "pending"],
  [70, "declined"],
];

/** Visitors of the last few days who have left and ask to be erased, as rows. @param now milliseconds */
export const erasureRequestsOf = (
  site: Site,
  recent: readonly RecentVisit[],
  now: number,
  seedNumber: number,
): object[] => {
  const random = randomFor(seedNumber, `${site.place.name}, erasure requests`);
  const used = new Set<string>();
  return ASKED.flatMap(([hours, state]) => {
    const askedMs = now - hours * HOUR_MS;
    const visit = recent.findLast(
      ({ _id, signed_out }) => !used.has(_id) && signed_out !== null && Date.parse(signed_out) < askedMs,
    );
    if (visit === undefined) return [];
    used.add(visit._id);
    return {
      company_id: site.id,
      _id: seededId(random, askedMs, site.id),
      subject: "visit",
      subject_id: visit._id,
      state,
      create_date: iso(askedMs),
      mod_date: iso(askedMs),
    };
  });
};
