import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/location.ts";
import { useDoors } from "../../data/doors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import { useFilterFields } from "./filter-fields.ts";
import { fieldOf, type FilterKey } from "./filters.ts";
import { SPANS, STATES } from "./view.ts";

type NamedRecords = readonly { _id: string; name: string }[];

const namesIn = (list: NamedRecords, ids: string): string =>
  ids
    .split(",")
    .map((id) => list.find(({ _id }) => _id === id)?.name ?? "")
    .filter((name) => name !== "")
    .join(", ");

const useSpan = (): ((value: string) => string) => {
  const { t } = useTranslation("log");
  const { language } = useFormatContext();
  const day = (date: string): string => formatShortDay(new Date(`${date}T12:00:00Z`), { language, timeZone: "UTC" });
  return (value) => {
    const known = SPANS.find((span) => span === value);
    if (known !== undefined) return t(`span.${known}`);
    const [from = "", to = ""] = value.split("..");
    if (from === "" && to === "") return "";
    if (to === "") return t("span.since", { day: day(from) });
    return from === "" ? t("span.until", { day: day(to) }) : t("span.between", { from: day(from), to: day(to) });
  };
};

/** How a filter and its value are called. */
export const useFilterLabels = (): {
  name: (key: FilterKey) => string;
  value: (key: FilterKey, text: string) => string;
} => {
  const { t } = useTranslation("log");
  const [fields, types, doors] = [useFilterFields(), useVisitTypes(), useDoors()];
  const span = useSpan();
  const written: Partial<Record<FilterKey, (text: string) => string>> = {
    when: span,
    types: (ids) => namesIn(types, ids),
    doors: (ids) => namesIn(doors, ids),
    state: (text) => t(`filterState.${STATES.find((state) => state === text) ?? "inside"}`),
  };
  const field = (key: FilterKey) => fields.find(({ field_name }) => field_name === fieldOf(key));
  const answer = (key: FilterKey, text: string): string =>
    field(key)?.type === "checkbox" ? t(text === "true" ? "yes" : "no") : text;
  return {
    name: (key) => (fieldOf(key) === undefined ? t(`filter.${key}` as "filter.when") : (field(key)?.label ?? "")),
    value: (key, text) => written[key]?.(text) ?? answer(key, text),
  };
};
