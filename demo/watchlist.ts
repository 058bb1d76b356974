import type { ClientBase } from "pg";

import type { EntryRow } from "../server/resources/watchlists/entries-store.ts";
import { namesOf } from "../server/resources/watchlists/persons.ts";
import { addDays, iso } from "../server/platform/lib/time/time.ts";
import { seededId } from "./ids.ts";
import { insertRows } from "./insert-rows.ts";
import { randomFor } from "./random.ts";
import type { Site } from "./sites.ts";

const PEOPLE = [
  { names: ["Viktor Halvorsen", "V. Halvorson"], born: "1979-03-14", reason_code: "threat" },
  { names: ["Mireille Castaing"], born: null, reason_code: "former_contractor" },
] as const;

/** A watch list with two people, at a location. */
export const writeWatchlist = async (
  client: ClientBase,
  site: Site,
  now: number,
  seedNumber: number,
): Promise<void> => {
  const random = randomFor(seedNumber, `${site.id}, watch list`);
  const dates = { create_date: iso(now), mod_date: iso(now) };
  const company_id = site.id;
  const list_id = seededId(random, now, company_id);
  const entries = PEOPLE.map(({ names, ...more }): EntryRow => ({
    ...{ company_id, _id: seededId(random, now, company_id), list_id, names: [...names], ...more, ...dates },
    ...{ emails: [], phones: [], note: null, source_id: null, user_id: null },
    review_on: addDays(iso(now).slice(0, 10), 180),
  }));
  await insertRows(client, "watch_versions", [{ company_id, version: 1, names: 0 }]);
  await insertRows(client, "watchlists", [
    { company_id, _id: list_id, name: "Barred from the site", kind: "denied", rev: 1, ...dates },
  ]);
  await insertRows(
    client,
    "watch_entries",
    entries.map((entry) => ({ ...entry, rev: 1 })),
  );
  await insertRows(
    client,
    "watch_names",
    entries.flatMap(namesOf).map((name) => ({ company_id, ...name })),
  );
};
