import type { EntryRow } from "../server/resources/watchlists/entries-store.ts";
import { namesOf } from "../server/resources/watch-checks/persons.ts";
import type { ClientBase } from "pg";

import { SERVICE_LOCATION } from "../server/platform/lib/record/ids.ts";
import { addDays, iso } from "../server/platform/lib/time/time.ts";
import { seededId } from "./ids.ts";
import { insertRows } from "./insert-rows.ts";
import { randomFor } from "./random.ts";
import type { Site } from "./sites.ts";

const PEOPLE = 6;
const ADDED_MS = 30 * 24 * 3_600_000;
const GROUP = "All employees";

/** Hosts are changed by a directory, so they belong to it when they have its ID and that of their person. */
const ADOPT = `update hosts h set directory_id = $1, person_id = p._id, external_id = p._id
from directory_people p where p.directory_id = $1 and h.company_id = $2 and h.mail = p.email`;

/** What a provider has before its client ID is entered; it is on no login page. */
const UNFINISHED_PROVIDER = { scopes: "openid profile email", groups_claim: "groups", active: false };

/**
 * A login provider that isn't set up to the end, and a directory that the last hosts of a location come from: their names are changed there. It has no token, so nothing is
 * sent to it.
 */
export const writeDirectory = async (
  client: ClientBase,
  site: Site,
  now: number,
  seedNumber: number,
): Promise<void> => {
  const random = randomFor(seedNumber, `${site.id}, directory`);
  const newId = (): string => seededId(random, now - ADDED_MS, SERVICE_LOCATION);
  const dates = { create_date: iso(now - ADDED_MS), mod_date: iso(now - ADDED_MS) };
  const [directory_id, group_id] = [newId(), newId()];
  const people = site.hosts.slice(-PEOPLE).map(({ cn, mail, telephone_number: value }) => ({
    directory_id,
    _id: newId(),
    user_name: mail,
    user_key: mail,
    email: mail,
    active: true,
    data: { displayName: cn, emails: [{ type: "work", value: mail }], phoneNumbers: [{ type: "work", value }] },
    ...dates,
  }));
  const rules = [{ group: GROUP, hosts_at: [site.id] }];
  const group = { directory_id, _id: group_id, display_name: GROUP, display_key: GROUP.toLowerCase(), ...dates };
  await insertRows(client, "directories", [
    { _id: directory_id, kind: "scim", name: "Entra ID", settings: {}, rules, rev: 1, ...dates },
  ]);
  await insertRows(client, "directory_people", people);
  await insertRows(client, "directory_groups", [group]);
  await insertRows(
    client,
    "directory_members",
    people.map(({ _id }) => ({ directory_id, group_id, member_id: _id })),
  );
  await client.query(ADOPT, [directory_id, site.id]);
  await insertRows(client, "login_providers", [
    { _id: newId(), name: "Microsoft", ...UNFINISHED_PROVIDER, rules: [], ...dates },
  ]);
};

const WATCHED = [
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
  const entries = WATCHED.map(({ names, ...more }): EntryRow => ({
    company_id,
    _id: seededId(random, now, company_id),
    list_id,
    names: [...names],
    ...more,
    emails: [],
    phones: [],
    note: null,
    source_id: null,
    user_id: null,
    ...dates,
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
