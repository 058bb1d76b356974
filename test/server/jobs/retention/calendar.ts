import { startOf } from "../../../support/zone-days.ts";

/** Zones of all kinds: every offset, halves and quarters of an hour, changes of the clock at midnight, and none at all. */
export const ZONES = [
  "Pacific/Kiritimati",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Auckland",
  "Asia/Kamchatka",
  "Pacific/Norfolk",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Australia/Adelaide",
  "Australia/Eucla",
  "Asia/Tokyo",
  "Asia/Pyongyang",
  "Asia/Shanghai",
  "Asia/Yangon",
  "Asia/Dhaka",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Asia/Karachi",
  "Asia/Kabul",
  "Asia/Dubai",
  "Asia/Tehran",
  "Europe/Moscow",
  "Asia/Beirut",
  "Africa/Cairo",
  "Asia/Jerusalem",
  "Europe/Brussels",
  "Africa/Casablanca",
  "Europe/London",
  "Atlantic/Azores",
  "America/Nuuk",
  "America/Sao_Paulo",
  "America/St_Johns",
  "America/Santiago",
  "America/Asuncion",
  "America/Havana",
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Marquesas",
  "Pacific/Honolulu",
  "Pacific/Pago_Pago",
];

export const DAYS = 400;
export const firstDay = "2026-01-01";
const DAY_MS = 24 * 3_600_000;

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** The days of a zone that have more or fewer than 24 hours. */
export const oddDays = (zone: string): string[] => {
  const found: string[] = [];
  for (let day = firstDay, n = 0; n < DAYS; n++, day = nextDay(day))
    if (startOf(zone, nextDay(day)) - startOf(zone, day) !== DAY_MS) found.push(day);
  return found;
};
