import { tooManyRefusals } from "../lib/errors.ts";
import { REFUSALS_MAX, secondsLeft } from "./refusals.ts";

/**
 * What a location's days and texts depend on. It is read with the credential, so no list needs another statement for
 * it.
 */
export type LocationClock = { _id: string; timezone: string; language: string; signoutDays: number };

/** Read with every credential: whether the source is refused, and the location in the path. */
export type LookupExtras = {
  opened: string | null;
  location: string | null;
  timezone: string;
  default_language: string;
  signout_days: number;
};

/** The columns of `LookupExtras`; `$2` is the source, `$3` the start of the window. */
export const LOOKUP_EXTRAS = `(select opened from refusals where source = $2 and opened > $3 and n >= ${REFUSALS_MAX}) as opened,
  l._id as location, l.timezone, l.default_language, (l.settings ->> 'signout_days')::integer as signout_days`;

/** The joins of `LOOKUP_EXTRAS` besides the credential's table; `$4` is the location or null. */
export const LOCATION_JOIN = "left join companies l on l._id = $4";

/** Errors: `429` if the source is refused. */
export const checkRefusalLimit = (row: Pick<LookupExtras, "opened"> | undefined, now: number): void => {
  if (typeof row?.opened === "string") throw tooManyRefusals(secondsLeft(row.opened, now));
};

/** The clock of the location in the path. @returns undefined if no such location is named */
export const locationClockOf = (row: LookupExtras | undefined): LocationClock | undefined =>
  row === undefined || row.location === null
    ? undefined
    : { _id: row.location, timezone: row.timezone, language: row.default_language, signoutDays: row.signout_days };
