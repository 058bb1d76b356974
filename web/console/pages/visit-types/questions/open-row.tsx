import { IconChevronRight, IconChevronUp, type TablerIcon } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import type { VisitTypeDraftState } from "../draft-state.ts";
import styles from "./questions.module.css";

type OpenRowProps = {
  editing: VisitTypeDraftState;
  /** Its step, which the preview shows while it is open. */
  rowKey: string;
  /** The handle, or a lock. */
  front: ReactNode;
  icon: TablerIcon;
  title: string;
  kind: string;
  /** "Required", "Optional", "Not asked". */
  state: string;
  quiet?: boolean;
  /** A value in it has an error. */
  wrong?: boolean;
  children: ReactNode;
};

/** A row of the list, which opens in place; only one is open at a time. */
export const OpenRow = (props: OpenRowProps) => {
  const { editing, rowKey, front, icon: Icon, title, kind, state, quiet = false, wrong = false, children } = props;
  const { t } = useTranslation("visit-types");
  const id = useId();
  const isOpen = editing.step === rowKey && editing.isOpen;
  return (
    <div className={styles.row} data-open={isOpen || undefined}>
      <div className={styles.head}>
        {front}
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => editing.open(isOpen ? undefined : rowKey)}
        >
          <Icon className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />
          <span className={styles.title}>{title}</span>
          <span className={styles.kind}>{kind}</span>
          <span className={styles.state} data-quiet={quiet || undefined} data-wrong={wrong || undefined}>
            {wrong ? t("wrong") : state}
          </span>
          {isOpen ? (
            <IconChevronUp size={16} stroke={1.6} aria-hidden="true" />
          ) : (
            <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
          )}
        </button>
      </div>
      {isOpen && (
        <div className={styles.body} id={id}>
          {children}
        </div>
      )}
    </div>
  );
};
