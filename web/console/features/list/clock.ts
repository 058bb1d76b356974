import { useToday } from "../../data/lists/day.ts";
import { useLocation } from "../../data/session/location.ts";

/** The day at a location, and its sign-out days. */
export type Clock = { today: string; days: number };

/** The day and the rule that a list depends on. */
export const useClock = (): Clock => {
  const { settings } = useLocation();
  return { today: useToday(), days: settings.signout_days };
};
