import { IconColumns3, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "./button.tsx";
import styles from "./filter-line.module.css";
import { MenuButton } from "./menu-button.tsx";
import { Opener } from "./on-demand.tsx";
import { TypedSearch } from "./typed-search.tsx";

type FilterLineProps<Key> = {
  search: { label: string; value: string; set: (words: string) => void };
  /** The filters that are on. */
  chips: ReactNode;
  /** The filters that are not. */
  off: readonly { key: Key; label: string }[];
  add: (key: Key) => void;
  /** What opens at the button of the columns (popover-button.tsx), and how it is loaded. */
  columns: ReactNode;
  loadColumns: () => Promise<unknown>;
};

/** Above a long list: search, the filters that are on, one more, and the columns. */
export const FilterLine = <Key extends string>({
  search,
  chips,
  off,
  add,
  columns,
  loadColumns,
}: FilterLineProps<Key>) => {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <div className={styles.search}>
        <TypedSearch {...search} />
      </div>
      {chips}
      {off.length > 0 && (
        <MenuButton
          entries={off.map(({ key, label }) => ({ key, label, choose: () => add(key) }))}
          position="bottom-start"
          width={230}
          listClassName={styles.menu}
          // The filter that is added opens, and takes the focus.
          returnFocus={false}
          button={
            <IconButton label={t("filters.add")}>
              <IconPlus />
            </IconButton>
          }
        />
      )}
      <span className={styles.space} />
      <span className={styles.columns}>
        <Opener
          popup="dialog"
          load={loadColumns}
          button={
            <IconButton label={t("filters.columns")}>
              <IconColumns3 />
            </IconButton>
          }
        >
          {columns}
        </Opener>
      </span>
    </div>
  );
};
