import { useToday } from "../../data/day.ts";
import { useLocation } from "../../data/location.ts";

/** The day at a location, and its days for signing out. */
export type Clock = { today: string; days: number };

/** The day and the rule by which a list is read. */
export const useClock = (): Clock => {
  const { settings } = useLocation();
  return { today: useToday(), days: settings.signout_days };
};
