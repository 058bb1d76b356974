import { createHash } from "node:crypto";

import type { Role } from "../shared/roles.ts";
import { SERVICE_LOCATION } from "../server/platform/lib/record/ids.ts";
import { iso } from "../server/platform/lib/time/time.ts";
import type { NewUserRow } from "../server/resources/users/store.ts";
import { seededId } from "./ids.ts";
import { type Random, randomFor } from "./random.ts";
import type { HostRow, Site } from "./sites.ts";

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

/** A user of a location as a row of the table. They have no password, so they can't log in. */
export type StaffRow = Omit<NewUserRow, "password" | "link">;

/** A location's users of Foyer, among its hosts; the last one has left. */
const ROLES: readonly Role[] = [
  "local_admin",
  "receptionist",
  "receptionist",
  "security_guard",
  "employee",
  "receptionist",
];

const userOf = (random: Random, site: Site, { cn, mail }: HostRow, role: Role, active: boolean): StaffRow => {
  const created = Date.parse(site.location.create_date) + random.between(1, 5) * DAY_MS;
  const [first = cn, ...rest] = cn.split(" ");
  return {
    _id: seededId(random, created, SERVICE_LOCATION),
    email: mail,
    first_name: first,
    last_name: rest.join(" "),
    role,
    companies: [site.id],
    language_id: site.location.default_language,
    active,
    create_date: iso(created),
    mod_date: iso(created),
  };
};

/** The users of a location. */
export const staffOf = (site: Site, seedNumber: number): StaffRow[] => {
  const random = randomFor(seedNumber, `${site.id}, staff`);
  return site.hosts
    .slice(0, ROLES.length)
    .map((host, n) => userOf(random, site, host, ROLES[n] ?? "employee", n < ROLES.length - 1));
};

type ApiKeyPlan = {
  name: string;
  everywhere: boolean;
  ranges: string[];
  lastMinutes: number | null;
  expiresDays: number | null;
};

/**
 * The API keys of other programs, at the first location or everywhere: how long ago they were used, and when they
 * expire.
 */
const KEYS: readonly ApiKeyPlan[] = [
  { name: "Badge printers", everywhere: false, ranges: ["10.20.0.0/16"], lastMinutes: 3, expiresDays: null },
  { name: "Staff directory", everywhere: true, ranges: [], lastMinutes: 9 * 60, expiresDays: 214 },
  { name: "Parking barrier", everywhere: false, ranges: ["10.20.4.17"], lastMinutes: 24, expiresDays: 12 },
  { name: "Monthly report", everywhere: true, ranges: [], lastMinutes: null, expiresDays: null },
];

/**
 * The API keys of the locations, oldest first; their secrets are unknown. @param maker who created them @param now
 * milliseconds
 */
export const apiKeysOf = (sites: readonly Site[], maker: string, now: number, seedNumber: number): object[] => {
  const [first] = sites;
  if (first === undefined) return [];
  const random = randomFor(seedNumber, `${first.id}, keys`);
  const begun = Date.parse(first.location.create_date) + 6 * DAY_MS;
  return KEYS.map(({ name, everywhere, ranges, lastMinutes, expiresDays }, n) => {
    const created = begun + n * 11 * DAY_MS;
    return {
      _id: seededId(random, created, SERVICE_LOCATION),
      key_id: random.hex(8),
      digest: `\\x${createHash("sha256").update(random.hex(32)).digest("hex")}`,
      name,
      companies: (everywhere ? sites : [first]).map(({ id }) => id),
      ip_ranges: ranges,
      expires_at: expiresDays === null ? null : iso(now + expiresDays * DAY_MS),
      created_by: maker,
      last_used: lastMinutes === null ? null : iso(now - lastMinutes * MINUTE_MS),
      create_date: iso(created),
      mod_date: iso(created),
    };
  });
};
