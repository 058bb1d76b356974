import { Menu } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../components/button.tsx";
import { TypedSearch } from "../components/typed-search.tsx";
import { useFields } from "../visit/queries.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { FilterChip } from "./filter-chip.tsx";
import { useFilterWords } from "./filter-words.ts";
import { type FilterKey, filtersOf, valueOf, withFilter } from "./filters.ts";
import styles from "./log.module.css";
import type { View } from "./view.ts";

type BarProps = { view: View; set: (change: Partial<View>) => void };

const Search = ({ view, set }: BarProps) => {
  const { t } = useTranslation("log");
  const search = useCallback((words: string) => set({ search: words }), [set]);
  return (
    <div className={styles.search}>
      <TypedSearch label={t("search")} value={view.search} set={search} />
    </div>
  );
};

const AddFilter = ({ off, add }: { off: readonly FilterKey[]; add: (key: FilterKey) => void }) => {
  const { t } = useTranslation("log");
  const words = useFilterWords();
  if (off.length === 0) return null;
  return (
    <Menu position="bottom-start" width={230} returnFocus={false}>
      <Menu.Target>
        <IconButton label={t("addFilter")}>
          <IconPlus />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {off.map((key) => (
          <Menu.Item key={key} onClick={() => add(key)}>
            {words.name(key)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** Search, the filters that are on, one more, and the columns. */
export const FilterBar = ({ view, set }: BarProps) => {
  const all = filtersOf(useFields());
  const [open, setOpen] = useState<FilterKey>();
  const on = all.filter((key) => valueOf(view, key) !== "" || key === open);
  return (
    <div className={styles.line}>
      <Search view={view} set={set} />
      {on.map((key) => (
        <FilterChip
          key={key}
          filter={key}
          value={valueOf(view, key)}
          set={(value) => {
            set(withFilter(view, key, value));
            if (value === "" && key !== "when") setOpen(undefined);
          }}
          open={open === key}
          turn={(isOpen) => setOpen(isOpen ? key : undefined)}
        />
      ))}
      <AddFilter off={all.filter((key) => !on.includes(key))} add={setOpen} />
      <span className={styles.space} />
      <span className={styles.columns}>
        <ColumnsMenu columns={view.columns} set={(columns) => set({ columns })} />
      </span>
    </div>
  );
};
