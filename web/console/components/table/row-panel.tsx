import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useKeys } from "../../lib/use-keys.ts";
import { IconButton } from "../button/button.tsx";
import styles from "./row-panel.module.css";

/** The navigation of a row's panel: closing it, and the previous and next rows; absent at the ends of the list. */
export type PanelNavigation = {
  close: () => void;
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
};

type RowPanelProps = {
  ways: PanelNavigation;
  words: { title: string; previous: string; next: string };
  /** Buttons between the arrows and the cross. */
  extra?: ReactNode;
  children: ReactNode;
};

/** One row of a list beside it, with navigation by arrows, J, K and Escape too. */
export const RowPanel = ({ ways, words, extra, children }: RowPanelProps) => {
  const { t } = useTranslation();
  const { close, previous, next } = ways;
  const keys = useMemo(() => {
    const go = (way: (() => void) | undefined) => () => way?.();
    return { escape: close, arrowup: go(previous), k: go(previous), arrowdown: go(next), j: go(next) };
  }, [close, previous, next]);
  useKeys(keys);
  return (
    <section className={styles.panel} aria-label={words.title}>
      <div className={styles.bar}>
        <IconButton label={words.previous} disabled={previous === undefined} onClick={previous}>
          <IconChevronUp />
        </IconButton>
        <IconButton label={words.next} disabled={next === undefined} onClick={next}>
          <IconChevronDown />
        </IconButton>
        <span className={styles.space} />
        {extra}
        <IconButton label={t("close")} onClick={close}>
          <IconX />
        </IconButton>
      </div>
      {children}
    </section>
  );
};
