import { Select, type SelectProps } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { TIME_ZONES } from "../../../../shared/time/time-zones/time-zones.ts";
import { zoneMatches, zoneWords } from "./zone-search.ts";

const SHOWN_MAX = 60;

type TimeZoneFieldProps = Omit<SelectProps, "data" | "value" | "onChange" | "filter"> & {
  value: string;
  onChange: (zone: string) => void;
  /** How a zone is written in the list. Default: its name. */
  labelOf?: (zone: string) => string;
};

const nameOnly = (zone: string): string => zone;

/** Chooses a time zone: each under its name of today, found by former names, countries and cities as well. */
export const TimeZoneField = ({ value, onChange, labelOf = nameOnly, ...field }: TimeZoneFieldProps) => {
  const { t, i18n } = useTranslation();
  const words = useMemo(() => zoneWords(i18n.language), [i18n.language]);
  const names = TIME_ZONES.map(({ name }) => name);
  // A zone that is newer than the list.
  const data = (names.includes(value) ? names : [value, ...names]).map((zone) => ({
    value: zone,
    label: labelOf(zone),
  }));
  const chosen = labelOf(value);
  return (
    <Select
      {...field}
      searchable
      allowDeselect={false}
      limit={SHOWN_MAX}
      data={data}
      value={value}
      nothingFoundMessage={t("nothingMatches")}
      filter={({ options, search, limit }) =>
        options
          .filter((option) => search === chosen || ("value" in option && zoneMatches(words, option.value, search)))
          .slice(0, limit)
      }
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
};
