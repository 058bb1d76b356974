import { findPhoneCountry } from "../../../../shared/phone-countries.ts";
import { canonicalTimeZone, TIME_ZONES, type TimeZone } from "../../../../shared/time/time-zones/time-zones.ts";
import { matches } from "../../../shared/text-matching.ts";
import { ZONE_CITIES } from "./zone-cities.ts";

/** The name of a country in the reader's language and in English, as far as the browser knows it. */
const countryNames = (country: string, language: string): string =>
  country === ""
    ? ""
    : [language, "en"].map((locale) => new Intl.DisplayNames([locale], { type: "region" }).of(country)).join(" ");

const wordsOf = ({ name, country, formerNames }: TimeZone, language: string): string =>
  [name, ...formerNames, ZONE_CITIES[name], countryNames(country, language)].join(" ");

/** All that a zone is found by: its name of today, its former ones, its country and large cities. By its name. */
export const zoneWords = (language: string): ReadonlyMap<string, string> =>
  new Map(TIME_ZONES.map((zone) => [zone.name, wordsOf(zone, language)]));

/** Whether a zone is meant by what was typed: "kolkata", "Calcutta", "mumbai" and "india" find `Asia/Kolkata`. */
export const zoneMatches = (words: ReadonlyMap<string, string>, zone: string, typed: string): boolean =>
  typed.trim() === "" || matches(words.get(zone) ?? zone, typed);

/** The time zone of this browser, under its name of today. */
export const browserTimeZone = (): string =>
  canonicalTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC";

/** The settings of a new location in a time zone: the country whose telephone numbers are written without its code. */
export const phoneSettingsOf = (zone: string): { settings?: { phone_country: string } } => {
  const country = TIME_ZONES.find(({ name }) => name === zone)?.country ?? "";
  return findPhoneCountry(country) === undefined ? {} : { settings: { phone_country: country } };
};
