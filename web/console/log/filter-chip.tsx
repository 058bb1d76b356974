import { Popover } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Chip } from "../components/chip.tsx";
import { FilterValue } from "./filter-value.tsx";
import { useFilterWords } from "./filter-words.ts";
import type { FilterKey } from "./filters.ts";
import styles from "./log.module.css";

type FilterChipProps = {
  filter: FilterKey;
  value: string;
  set: (value: string) => void;
  open: boolean;
  turn: (open: boolean) => void;
};

/** A filter that is on: its words open what it is set with, the cross takes it away. */
export const FilterChip = ({ filter, value, set, open, turn }: FilterChipProps) => {
  const { t } = useTranslation("log");
  const words = useFilterWords();
  const name = words.name(filter);
  const shown = (value === "" ? "" : words.value(filter, value)) || t("any");
  return (
    <span className={styles.on}>
      <Chip field={name} label={t("without", { name })} remove={() => set("")}>
        <Popover opened={open} onChange={turn} position="bottom-start" width={280} trapFocus returnFocus>
          <Popover.Target>
            <button
              type="button"
              className={styles.value}
              aria-label={t("changeFilter", { name, value: shown })}
              onClick={() => turn(!open)}
            >
              {shown}
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={name}>
            <FilterValue filter={filter} value={value} set={set} done={() => turn(false)} />
          </Popover.Dropdown>
        </Popover>
      </Chip>
    </span>
  );
};
