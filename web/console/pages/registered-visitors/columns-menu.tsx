import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { ButtonElement } from "../../components/lazy-popup.tsx";
import { PopoverButton } from "../../components/popover-button.tsx";
import { useColumnNames } from "./columns.tsx";
import styles from "./queries.module.css";
import { COLUMNS } from "./view.ts";

type ColumnsMenuProps = {
  columns: readonly string[];
  set: (columns: readonly string[]) => void;
  button?: ButtonElement;
};

const LOCKED = "visitor";

/** Which columns stand in the table. */
export const ColumnsMenu = ({ columns, set, button }: ColumnsMenuProps) => {
  const { t } = useTranslation();
  const names = useColumnNames();
  const keys = [...names.keys()].filter((key) => key !== LOCKED);
  const turn = (key: string, on: boolean): void =>
    set([LOCKED, ...keys.filter((other) => (other === key ? on : columns.includes(other)))]);
  return (
    <PopoverButton button={button} position="bottom-end" width={260}>
      <div className={styles.choices}>
        {keys.map((key) => (
          <Checkbox
            key={key}
            label={names.get(key)}
            checked={columns.includes(key)}
            onChange={(event) => turn(key, event.currentTarget.checked)}
          />
        ))}
        <button type="button" className={styles.quiet} onClick={() => set(COLUMNS)}>
          {t("filters.columnsAsFirst")}
        </button>
      </div>
    </PopoverButton>
  );
};
