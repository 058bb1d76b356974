import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import {
  dismissFailed,
  type FailedAction,
  registerRowFailure,
  retryFailed,
  useFailedActions,
} from "../../data/lists/failed-actions.ts";
import { Button, IconButton } from "../button/button.tsx";
import styles from "./failed-line.module.css";

type FailedLineProps = {
  actions: readonly FailedAction[];
  words: string;
  reason: string;
};

/** A failed action: what was not done, why, and the two ways on. */
export const FailedLine = ({ actions, words, reason }: FailedLineProps) => {
  const { t } = useTranslation();
  const ids = actions.map(({ id }) => id);
  return (
    <div className={styles.line} role="alert">
      <IconAlertTriangle className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />
      <div className={styles.body}>
        <p className={styles.words}>
          <b>{words}</b> {reason}
        </p>
        <Button size="row" aria-label={`${t("tryAgain")}: ${words}`} onClick={() => retryFailed(actions)}>
          {t("tryAgain")}
        </Button>
      </div>
      <IconButton label={`${t("dismiss")}: ${words}`} onClick={() => dismissFailed(ids)}>
        <IconX />
      </IconButton>
    </div>
  );
};

const RegisteredFailure = ({ action }: { action: FailedAction }) => {
  useEffect(() => registerRowFailure(action.id), [action.id]);
  return <FailedLine actions={[action]} words={action.words} reason={action.reason} />;
};

/**
 * The same on the row of a record whose action has failed. @param apart with space above, if it is not on a row's own
 * line
 */
export const RowFailure = ({ id, apart = false }: { id: string; apart?: boolean }) => {
  const action = useFailedActions().find((one) => one.id === id);
  if (action === undefined) return null;
  const line = <RegisteredFailure action={action} />;
  return apart ? <div className={styles.apart}>{line}</div> : line;
};
