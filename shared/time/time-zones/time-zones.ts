import { ZONES_BY_COUNTRY } from "./names.ts";

/** A zone under its name of today. */
export type TimeZone = { name: string; country: string; formerNames: string[] };

const zonesOf = (line: string): TimeZone[] => {
  const [country = "", ...zones] = line.split(" ");
  return zones.map((names) => {
    const [name = "", ...formerNames] = names.split("=");
    return { name, country, formerNames };
  });
};

/** Every zone of the world by name, with UTC first, for choosing one. */
export const TIME_ZONES: readonly TimeZone[] = [
  { name: "UTC", country: "", formerNames: ["GMT", "Etc/UTC", "Etc/GMT", "Zulu"] },
  ...ZONES_BY_COUNTRY.trim()
    .split("\n")
    .flatMap(zonesOf)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
];

const NAMES_OF_TODAY: ReadonlyMap<string, string> = new Map(
  TIME_ZONES.flatMap(({ name, formerNames }) => [name, ...formerNames].map((each) => [each.toLowerCase(), name])),
);

const resolved = (name: string): string | undefined => {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/**
 * A zone's name of today: `Asia/Kolkata` for `Asia/Calcutta`, `Europe/Brussels` for `europe/brussels`. Browsers and
 * Node answer with the names of 1993.
 * @returns undefined if there is no such zone; offsets such as `+02:00` aren't zones with rules of their own
 */
export const canonicalTimeZone = (name: string): string | undefined => {
  const listed = NAMES_OF_TODAY.get(name.toLowerCase());
  if (listed !== undefined) return listed;
  const known = /^[+-]/.test(name) ? undefined : resolved(name);
  return known === undefined ? undefined : (NAMES_OF_TODAY.get(known.toLowerCase()) ?? known);
};
