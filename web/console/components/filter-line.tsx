import { IconColumns3, IconPlus } from "@tabler/icons-react";
import { Children, type ReactElement, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../lib/after-paint.ts";
import { IconButton } from "./button.tsx";
import styles from "./filter-line.module.css";
import { MenuButton } from "./menu-button.tsx";
import { type ButtonElement, LazyPopup } from "./lazy-popup.tsx";
import popover from "./popover-button.module.css";
import { TypedSearch } from "./typed-search.tsx";

type FilterLineProps<Key> = {
  search: { label: string; value: string; set: (words: string) => void };
  /** The filters that are on. */
  chips: ReactNode;
  /** The filters that are not. */
  off: readonly { key: Key; label: string }[];
  add: (key: Key) => void;
  /** What opens at the button of the columns, which it is given (popover-button.tsx), and how it is loaded. */
  columns: ReactElement<{ button?: ButtonElement }>;
  loadColumns: () => Promise<unknown>;
};

const isLost = (): boolean => document.activeElement === document.body;

/** A filter that goes takes the focus with it: it comes to the button that adds one. @param count of the filters that are on */
const useKeptFocus = (count: number): RefObject<HTMLDivElement | null> => {
  const line = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const add = (): void => line.current?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
    // Not at once: the Enter that closed the filter would press the button.
    if (count < before.current && isLost()) afterPaint(() => isLost() && add());
    before.current = count;
  }, [count]);
  return line;
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
