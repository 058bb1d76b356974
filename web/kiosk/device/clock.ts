/** How far the kiosk's clock is behind the service's, in milliseconds. */
let offsetMs = 0;

/** A clock that is off by less than this is right: the header of an answer counts whole seconds. */
const SLACK_MS = 2000;

/** Learns the time from the `Date` header of an answer. */
export const syncClock = (date: string | null): void => {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs - Date.now();
  offsetMs = Math.abs(difference) < SLACK_MS ? 0 : difference;
};

/** What time it is, by the service's clock as far as it is known: tablets on a wall are often wrong. */
export const serverTime = (): Date => new Date(Date.now() + offsetMs);
