import type { Place } from "../auth/place.ts";
import type { Languages } from "../lib/texts.ts";

/** The languages in which a call wants configured texts: `language_id`, then English, then the location's default. */
export const languagesOf = ({
  query,
  place,
}: {
  query: { language_id?: string | string[] };
  place: Place | undefined;
}): Languages => ({
  asked: [query.language_id].flat()[0],
  fallback: place?.language ?? "en",
});
