import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import type { ButtonElement } from "../../components/button/lazy-popup.tsx";
import { PopoverButton } from "../../components/button/popover-button.tsx";
import { SortableList } from "../../components/order/sortable.tsx";
import { LOCKED } from "./columns.tsx";
import styles from "./list.module.css";

type ColumnsMenuProps = {
  /** All available columns with their names. */
  names: ReadonlyMap<string, string>;
  /** The default ones. */
  first: readonly string[];
  columns: readonly string[];
  set: (columns: readonly string[]) => void;
};

const Choice = ({ names, first, columns, set }: ColumnsMenuProps) => {
  const { t } = useTranslation();
  const shown = columns.filter((key) => names.has(key) && key !== LOCKED);
  const hidden = [...names.keys()].filter((key) => !shown.includes(key) && key !== LOCKED);
  const put = (keys: readonly string[]): void => set([LOCKED, ...keys]);
  return (
    <>
      <SortableList
        label={t("filters.columns")}
        items={shown}
        idOf={(key) => key}
        nameOf={(key) => names.get(key) ?? key}
        onSort={put}
      >
        {(key, handle) => (
          <div className={styles.columnChoice}>
            {handle}
            <Checkbox label={names.get(key)} checked onChange={() => put(shown.filter((other) => other !== key))} />
          </div>
        )}
      </SortableList>
      <div className={styles.hiddenColumns}>
        {hidden.map((key) => (
          <Checkbox key={key} label={names.get(key)} checked={false} onChange={() => put([...shown, key])} />
        ))}
      </div>
      <Button size="row" kind="quiet" onClick={() => set(first)}>
        {t("filters.columnsAsFirst")}
      </Button>
    </>
  );
};

/** Which columns the table shows, and in which order. */
export const ColumnsMenu = ({ button, ...choice }: ColumnsMenuProps & { button?: ButtonElement }) => (
  <PopoverButton button={button} position="bottom-end" width={280}>
    <Choice {...choice} />
  </PopoverButton>
);
