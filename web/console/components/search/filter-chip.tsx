import { cloneElement, type ReactElement, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Chip } from "../button/chip.tsx";
import styles from "./filter-line.module.css";
import type { ButtonElement } from "../button/lazy-popup.tsx";

export type FilterChipProps = {
  name: string;
  /** Its value in words; "" if it has none yet. */
  shown: string;
  remove: () => void;
  open: boolean;
  turn: (open: boolean) => void;
  /** Draws the popover beside its button, which it is given (filter-popover.tsx). */
  opened: ReactElement<{ button?: ButtonElement }>;
};

/** An active filter: pressing its text opens its editor, the cross removes it. */
export const FilterChip = ({ name, shown, remove, open, turn, opened }: FilterChipProps) => {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  const value = shown || t("filters.any");
  const button = (
    <button
      type="button"
      className={styles.value}
      aria-label={t("filters.change", { name, value })}
      onClick={() => turn(!open)}
    >
      {value}
    </button>
  );
  const closed = cloneElement(button, { "aria-haspopup": "dialog", "aria-expanded": open });
  return (
    <span className={styles.on}>
      <Chip field={name} label={t("filters.without", { name })} remove={remove}>
        {wanted ? <Suspense fallback={closed}>{cloneElement(opened, { button })}</Suspense> : closed}
      </Chip>
    </span>
  );
};
