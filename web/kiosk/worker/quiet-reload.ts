const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Untouched for this long: no visitor is at the kiosk. */
const QUIET_MS = 10 * MINUTE_MS;
const NIGHT = { from: 2, until: 5 };
/** Once a night. */
const OLD_MS = 12 * HOUR_MS;

/** The state of the kiosk. */
export type KioskMoment = {
  /** A new version is available. */
  isNew: boolean;
  isOnStart: boolean;
  idleMs: number;
  /** Since the page was loaded. */
  ageMs: number;
  /** By the device's clock, 0 to 23. */
  hour: number;
};

/**
 * Whether the kiosk should reload: for a new version, when no visitor has touched it for ten minutes, and once a night
 * in any case, because a page that stays open for months accumulates browser leaks.
 */
export const isReloadDue = ({ isNew, isOnStart, idleMs, ageMs, hour }: KioskMoment): boolean => {
  const isNight = hour >= NIGHT.from && hour < NIGHT.until;
  return isOnStart && idleMs >= QUIET_MS && (isNew || (isNight && ageMs >= OLD_MS));
};
