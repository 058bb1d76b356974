import { IconColumns3, IconPlus } from "@tabler/icons-react";
import { Children, type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../../lib/after-paint.ts";
import { IconButton } from "../button/button.tsx";
import styles from "./filter-line.module.css";
import { MenuButton } from "../button/menu-button.tsx";
import { type ButtonElement, LazyPopup } from "../button/lazy-popup.tsx";
import popover from "../button/popover-button.module.css";
import { TypedSearch } from "./typed-search.tsx";

type FilterLineProps<Key> = {
  search: { label: string; value: string; set: (words: string) => void };
  /** The active filters. */
  chips: ReactNode;
  /** The other filters. */
  off: readonly { key: Key; label: string }[];
  add: (key: Key) => void;
  /** The menu at the button of the columns, which it is given (popover-button.tsx), and how to load it. */
  columns: ReactElement<{ button?: ButtonElement }>;
  loadColumns: () => Promise<unknown>;
};

const isLost = (): boolean => document.activeElement === document.body;

/** Removing a filter would lose the focus: it moves to the button that adds one. @param count of the active filters */
const useKeptFocus = (count: number): RefObject<HTMLDivElement | null> => {
  const line = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const add = (): void => line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
    // Not synchronously: the Enter that closed the filter would press the button.
    if (count < before.current && isLost()) afterPaint(() => isLost() && add());
    before.current = count;
  }, [count]);
  return line;
};

/** Above a long list: search, the active filters, a button for more, and the columns. */
export const FilterLine = <Key extends string>({
  search,
  chips,
  off,
  add,
  columns,
  loadColumns,
}: FilterLineProps<Key>) => {
  const { t } = useTranslation();
  const line = useKeptFocus(Children.count(chips));
  return (
    <div className={styles.line} ref={line}>
      <div className={styles.search}>
        <TypedSearch {...search} />
      </div>
      {chips}
      {off.length > 0 && (
        <MenuButton
          entries={off.map(({ key, label }) => ({ key, label, choose: () => add(key) }))}
          position="bottom-start"
          width={230}
          listClassName={popover.list}
          // A newly added filter opens, and takes the focus.
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
        <LazyPopup
          popup="dialog"
          load={loadColumns}
          button={
            <IconButton label={t("filters.columns")}>
              <IconColumns3 />
            </IconButton>
          }
        >
          {columns}
        </LazyPopup>
      </span>
    </div>
  );
};
