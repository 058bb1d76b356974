/** How far the kiosk's clock is behind the service's, in milliseconds. */
let behindMs = 0;

/** A clock that is off by less than this is right: the header of an answer counts whole seconds. */
const SLACK_MS = 2000;

/** Learns the time from the `Date` header of an answer. */
export const hear = (date: string | null): void => {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const difference = told - Date.now();
  behindMs = Math.abs(difference) < SLACK_MS ? 0 : difference;
};

/** What time it is, by the service's clock as far as it is known: tablets on a wall are often wrong. */
export const timeNow = (): Date => new Date(Date.now() + behindMs);
