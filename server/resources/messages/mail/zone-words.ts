import en from "../../../../texts/en/zones.json" with { type: "json" };
import { cityOfZone } from "../../../../shared/time/zone-city.ts";
import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { readCatalogue } from "../../../platform/lib/text/catalogue.ts";

const zoneTexts = readCatalogue("zones", en);

/** A time zone as readers call it, by its city: "Brussels time". One without a city is called by its own name. */
export const zoneWords = (timezone: string, language: string): string => {
  const { time, cities } = zoneTexts(language);
  const city = cityOfZone(timezone, cities);
  return city === undefined ? timezone : fillPlaceholders(time, { city });
};
