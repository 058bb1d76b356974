import { Checkbox, Menu, Popover, Radio } from "@mantine/core";
import { IconColumns3, IconPlus } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../components/button.tsx";
import { Chip } from "../components/chip.tsx";
import { DaySpan } from "../components/day-span.tsx";
import { TypedSearch } from "../components/typed-search.tsx";
import { useVisitTypes } from "../today.ts";
import { useColumnNames } from "./columns.tsx";
import styles from "./registered.module.css";
import { COLUMNS, SPANS, STATUSES, type View } from "./view.ts";

type BarProps = { view: View; set: (change: Partial<View>) => void };

const FILTERS = ["status", "when", "type"] as const;
type Filter = (typeof FILTERS)[number];
type Choice = { value: string; label: string };

const Search = ({ view, set }: BarProps) => {
  const { t } = useTranslation("registered-visitors");
  const search = useCallback((words: string) => set({ search: words }), [set]);
  return (
    <div className={styles.search}>
      <TypedSearch label={t("search")} value={view.search} set={search} />
    </div>
  );
};

const useChoices = (): Record<Filter, readonly Choice[]> => {
  const { t } = useTranslation("registered-visitors");
  return {
    status: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    when: SPANS.map((value) => ({ value, label: t(`span.${value}`) })),
    type: useVisitTypes().map(({ _id, name }) => ({ value: _id, label: name })),
  };
};

const Days = ({ value, set }: { value: string; set: (value: string) => void }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <div className={styles.pair}>
      <DaySpan labels={{ from: t("from"), to: t("to") }} value={value} set={set} />
    </div>
  );
};

type FilterChipProps = {
  filter: Filter;
  value: string;
  set: (value: string) => void;
  open: boolean;
  turn: (open: boolean) => void;
};

const FilterChip = ({ filter, value, set, open, turn }: FilterChipProps) => {
  const { t } = useTranslation("registered-visitors");
  const choices = useChoices()[filter];
  const name = t(`filter.${filter}`);
  const days = value.includes("..") ? value.replace("..", " – ") : "";
  const shown = choices.find((choice) => choice.value === value)?.label ?? (days || t("any"));
  const choose = (next: string): void => {
    set(next);
    turn(false);
  };
  return (
    <Popover opened={open} onChange={turn} position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <span>
          <Chip field={name} label={t("without", { name })} remove={() => choose("")}>
            <button
              type="button"
              className={styles.value}
              aria-expanded={open}
              aria-label={t("changeFilter", { name, value: shown })}
              onClick={() => turn(!open)}
            >
              {shown}
            </button>
          </Chip>
        </span>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} className={styles.menu}>
        <Radio.Group aria-label={name} value={value} onChange={choose}>
          <div className={styles.choices}>
            {choices.map((choice) => (
              <Radio key={choice.value} value={choice.value} label={choice.label} />
            ))}
          </div>
        </Radio.Group>
        {filter === "when" && <Days value={value} set={set} />}
      </Popover.Dropdown>
    </Popover>
  );
};

const AddFilter = ({ off, add }: { off: readonly Filter[]; add: (filter: Filter) => void }) => {
  const { t } = useTranslation("registered-visitors");
  if (off.length === 0) return null;
  return (
    <Menu position="bottom-start" width={220} returnFocus={false}>
      <Menu.Target>
        <IconButton label={t("addFilter")}>
          <IconPlus />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {off.map((filter) => (
          <Menu.Item key={filter} onClick={() => add(filter)}>
            {t(`filter.${filter}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const LOCKED = "visitor";

const ColumnsMenu = ({ view, set }: BarProps) => {
  const { t } = useTranslation("registered-visitors");
  const names = useColumnNames();
  const keys = [...names.keys()].filter((key) => key !== LOCKED);
  const turn = (key: string, on: boolean): void => {
    const shown = keys.filter((other) => (other === key ? on : view.columns.includes(other)));
    set({ columns: [LOCKED, ...shown] });
  };
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t("columns")}>
          <IconColumns3 />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu} aria-label={t("columns")}>
        <div className={styles.choices}>
          {keys.map((key) => (
            <Checkbox
              key={key}
              label={names.get(key)}
              checked={view.columns.includes(key)}
              onChange={(event) => turn(key, event.currentTarget.checked)}
            />
          ))}
          <button type="button" className={styles.quiet} onClick={() => set({ columns: COLUMNS })}>
            {t("columnsAsFirst")}
          </button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Search, the filters that are on, one more, and the columns. */
export const FilterBar = ({ view, set }: BarProps) => {
  const [open, setOpen] = useState<Filter>();
  const on = FILTERS.filter((filter) => view[filter] !== "" || filter === open);
  return (
    <div className={styles.line}>
      <Search view={view} set={set} />
      {on.map((filter) => (
        <FilterChip
          key={filter}
          filter={filter}
          value={view[filter]}
          set={(value) => set({ [filter]: value })}
          open={open === filter}
          turn={(isOpen) => setOpen(isOpen ? filter : undefined)}
        />
      ))}
      <AddFilter off={FILTERS.filter((filter) => !on.includes(filter))} add={setOpen} />
      <span className={styles.space} />
      <span className={styles.columns}>
        <ColumnsMenu view={view} set={set} />
      </span>
    </div>
  );
};
