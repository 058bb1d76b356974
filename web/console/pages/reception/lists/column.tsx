import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../../shared/format.ts";
import styles from "./column.module.css";

/** A list under its count: the counters of this page are the headings of its lists. */
export const Column = ({
  count,
  title,
  control,
  children,
}: {
  count: number | undefined;
  title: string;
  control?: ReactNode;
  children: ReactNode;
}) => {
  const { i18n } = useTranslation();
  return (
    <section className={styles.column} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.heading}>
          <span className={styles.count}>{count === undefined ? "\u00a0" : formatNumber(count, i18n.language)}</span>
          <span className={styles.title}>{title}</span>
        </h2>
        {control}
      </header>
      {children}
    </section>
  );
};
