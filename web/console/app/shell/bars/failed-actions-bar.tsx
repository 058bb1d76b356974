import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FailedLine } from "../../../components/feedback/failed-line.tsx";
import { type FailedAction, useFailedActions, useRowFailureCounts } from "../../../data/lists/failed-actions.ts";
import styles from "./failed-actions-bar.module.css";

/** A row drawn at the same moment shows it itself. */
const SETTLES_MS = 150;

/** The failures that no row on the screen shows, once that is settled. */
const useUnlistedFailures = (): readonly FailedAction[] => {
  const [failed, onRows] = [useFailedActions(), useRowFailureCounts()];
  const [shown, setShown] = useState<readonly FailedAction[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => setShown(failed.filter(({ id }) => !onRows.has(id))), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [failed, onRows]);
  return shown;
};

/** Above every page: failed actions that no row of the page shows. It takes its own space and covers nothing. */
export const FailedActionsBar = () => {
  const { t } = useTranslation();
  const actions = useUnlistedFailures();
  const [first] = actions;
  if (first === undefined) return null;
  const words = actions.length === 1 ? first.words : t("notDone", { count: actions.length });
  const reason = actions.length === 1 ? first.reason : `${first.words} ${first.reason}`;
  return (
    <div className={styles.strip}>
      <FailedLine actions={actions} words={words} reason={reason} />
    </div>
  );
};
