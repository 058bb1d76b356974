import { dayOf } from "../../../shared/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { useLocation } from "../session/location.ts";

/** On a day with more visits than this, the page shows the first of them; its counts come from the service. */
export const DAY_ROWS_MAX = 2000;

/** Today at the location. */
export const useToday = (): string => dayOf(new Date(useNow()), useLocation().timezone);
