import { iso } from "../server/platform/lib/time/time.ts";
import { DEFAULT_SETTINGS } from "../server/resources/locations/contract.ts";
import type { LocationRow } from "../server/resources/locations/store.ts";
import type { EntryPointRow } from "../server/resources/entry-points/store.ts";
import type { StoredVisitType } from "../server/resources/visit-types/store.ts";
import { brandOf } from "./brand.ts";
import { seededId, seededLocationId } from "./ids.ts";
import { fill, makePerson, type Person, slug } from "./people/people.ts";
import type { DemoPlace } from "./places.ts";
import { type Random, randomFor } from "./random.ts";
import { type VisitKind, makeVisitTypes } from "./visit-types.ts";

/** A host as a row of the table. */
export type HostRow = {
  company_id: string;
  _id: string;
  cn: string;
  mail: string;
  mobile: string | null;
  telephone_number: string;
  sticky: boolean;
  create_date: string;
  mod_date: string;
};

/** A location with all records that its visits refer to. */
export type Site = {
  id: string;
  place: DemoPlace;
  location: LocationRow;
  hosts: readonly HostRow[];
  entryPoints: readonly EntryPointRow[];
  visitTypes: ReadonlyMap<VisitKind, StoredVisitType>;
  /** The users who sign visitors in and out at reception; several, as over the years. */
  receptionists: readonly string[];
  /** Regular visitors. */
  regulars: readonly Person[];
  random: Random;
};

/** How many records of each kind a location gets. */
export type Size = { hosts: number; regulars: number };

const ENTRANCES = [
  { en: "Main entrance", nl: "Hoofdingang", fr: "Entrée principale", de: "Haupteingang" },
  { en: "Car park", nl: "Parkeerplaats", fr: "Parking", de: "Parkplatz" },
  { en: "Goods entrance", nl: "Goedereningang", fr: "Quai de livraison", de: "Warenannahme" },
];
/** Visits may last until the end of the next day (rules 3), so that those who stay overnight are still inside. */
const SIGNOUT_DAYS = 1;
const RECEPTIONISTS = 8;

const locationOf = (place: DemoPlace, id: string, at: string): LocationRow => ({
  _id: id,
  name: place.name,
  tier: "enterprise",
  timezone: place.timezone,
  languages: [...place.languages],
  default_language: place.languages[0] ?? "en",
  address: place.address,
  zip_code: place.zipCode,
  city: place.city,
  country: place.country,
  ...brandOf(place.name),
  kiosk_background: null,
  privacy_notice: {},
  settings: { ...DEFAULT_SETTINGS, signout_days: SIGNOUT_DAYS, phone_country: place.country },
  create_date: at,
  mod_date: at,
});

const entryPointsOf = (location: string, at: string, newId: () => string): EntryPointRow[] =>
  ENTRANCES.map((name, index) => ({
    company_id: location,
    name,
    index,
    _id: newId(),
    active: true,
    create_date: at,
    mod_date: at,
  }));

/** Hosts with distinct names: a visit finds its host by the full name. */
const hostsOf = (
  random: Random,
  place: DemoPlace,
  count: number,
  base: { location: string; at: string },
): HostRow[] => {
  const hosts = new Map<string, HostRow>();
  for (let n = 0; hosts.size < count; n += 1) {
    const culture = random.pick(place.cultures);
    const { firstName, lastName } = makePerson(random, culture);
    const cn = n < count * 20 ? `${firstName} ${lastName}` : `${firstName} ${lastName} ${n}`;
    if (hosts.has(cn)) continue;
    const id = seededId(random, Date.parse(base.at), base.location);
    hosts.set(cn, {
      company_id: base.location,
      cn,
      create_date: base.at,
      mod_date: base.at,
      _id: id,
      mail: `${slug(cn)}@foyer.example`,
      mobile: random.chance(0.8) ? fill(random, random.pick(culture.phones)) : null,
      telephone_number: String(2000 + hosts.size),
      sticky: random.chance(0.02),
    });
  }
  return [...hosts.values()];
};

/** Builds a location and the records that its visits refer to; `taken` has the tags of existing locations. */
export const makeSite = (
  place: DemoPlace,
  size: Size,
  { seedNumber, created, taken }: { seedNumber: number; created: number; taken: Set<string> },
): Site => {
  const random = randomFor(seedNumber, place.name);
  const id = seededLocationId(random, created, taken);
  const at = iso(created);
  const newId = (): string => seededId(random, created, id);
  const hosts = hostsOf(random, place, size.hosts, { location: id, at });
  const [desk] = hosts;
  return {
    id,
    place,
    hosts,
    random,
    location: locationOf(place, id, at),
    entryPoints: entryPointsOf(id, at, newId),
    visitTypes: makeVisitTypes({ company_id: id, screening_mail: desk?.mail ?? "", at, newId }),
    receptionists: hosts.slice(0, RECEPTIONISTS).map(({ cn }) => cn),
    regulars: Array.from({ length: size.regulars }, () => makePerson(random, random.pick(place.cultures))),
  };
};
