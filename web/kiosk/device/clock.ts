/** How far the kiosk's clock is behind the service's, in milliseconds. */
let offsetMs = 0;

/** A smaller difference counts as none: the header of a response has whole seconds. */
const SLACK_MS = 2000;

/** Learns the time from the `Date` header of a response. */
export const syncClock = (date: string | null): void => {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs - Date.now();
  offsetMs = Math.abs(difference) < SLACK_MS ? 0 : difference;
};

/** The time by the service's clock, as far as it is known: tablets on a wall are often wrong. */
export const serverTime = (): Date => new Date(Date.now() + offsetMs);
