import type { Place } from "../auth/authenticate.ts";
import type { Languages } from "../lib/texts.ts";

/** The languages in which a call wants configured texts: `language_id`, then English, then the location's default. */
export const languagesOf = ({
  query,
  place,
}: {
  query: { language_id?: string };
  place: Place | undefined;
}): Languages => ({
  asked: query.language_id,
  fallback: place?.language ?? "en",
});
