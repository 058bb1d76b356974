import { Radio } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { DaySpan } from "../../components/day-span.tsx";
import { FilterPopover } from "../../components/filter-popover.tsx";
import { type Filter, useChoices } from "./filters.ts";
import styles from "./queries.module.css";

const Days = ({ value, set }: { value: string; set: (value: string) => void }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <div className={styles.pair}>
      <DaySpan labels={{ from: t("from"), to: t("to") }} value={value} set={set} />
    </div>
  );
};

type OpenedFilterProps = Omit<ComponentProps<typeof FilterPopover>, "children"> & {
  filter: Filter;
  value: string;
  set: (value: string) => void;
};

/** A filter of the list with what it is set with. */
export const OpenedFilter = ({ filter, value, set, ...popover }: OpenedFilterProps) => {
  const choices = useChoices()[filter];
  const choose = (next: string): void => {
    set(next);
    popover.turn(false);
  };
  return (
    <FilterPopover {...popover}>
      <Radio.Group aria-label={popover.name} value={value} onChange={choose}>
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </div>
      </Radio.Group>
      {filter === "when" && <Days value={value} set={set} />}
    </FilterPopover>
  );
};
