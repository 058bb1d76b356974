import { dayOf, formatDayHeading } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";

/**
 * The day under which a table's row is grouped, by the location's clock. @param instantOf its time, as the wire writes
 * it
 */
export const useDayGroups = <Item>(
  instantOf: (item: Item) => string,
): ((item: Item) => { key: string; heading: string }) => {
  const writing = useFormatContext();
  const now = new Date(useNow());
  return (item) => {
    const date = new Date(instantOf(item));
    return { key: dayOf(date, writing.timeZone), heading: formatDayHeading(date, writing, now) };
  };
};
