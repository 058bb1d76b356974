import type { LocationClock } from "../../auth/location-clock.ts";
import type { LanguagePreference } from "../../lib/text/texts.ts";

/** The preferred languages of a call for configured texts: `language_id`, then English, then the location's default. */
export const languagesOf = ({
  query,
  clock,
}: {
  query: { language_id?: string | string[] };
  clock: LocationClock | undefined;
}): LanguagePreference => ({
  preferred: [query.language_id].flat()[0],
  fallback: clock?.language ?? "en",
});
