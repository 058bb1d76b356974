import { TIME_ZONES } from "../time/time-zones/time-zones.ts";

/** Where a location is, as far as it says so. */
export type PlaceHints = {
  country?: string | null | undefined;
  timezone: string;
  phoneCountry?: string | null | undefined;
};

/**
 * The country of a location (ISO 3166), by which dates in doubt are read: the one that it names, or else that of its time
 * zone, or of its telephone numbers.
 */
export const countryOf = ({ country, timezone, phoneCountry }: PlaceHints): string | undefined => {
  if (country !== undefined && country !== null && /^[A-Za-z]{2}$/.test(country)) return country.toUpperCase();
  const zone = TIME_ZONES.find(({ name, formerNames }) => name === timezone || formerNames.includes(timezone));
  return zone?.country || (phoneCountry ?? undefined);
};
