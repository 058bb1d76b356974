import { useBlocker } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../button/button.tsx";
import { Confirm } from "../feedback/confirm.tsx";
import styles from "./unsaved-bar.module.css";

type UnsavedBarProps = { changes: number; busy?: boolean; save: () => void; discard: () => void };

const isSaveKey = (event: KeyboardEvent): boolean =>
  (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "s";

/** Asks before the user leaves a page with unsaved changes. */
const LeaveQuestion = ({ changes }: { changes: number }) => {
  const { t } = useTranslation();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    withResolver: true,
  });
  return (
    <Confirm
      opened={status === "blocked"}
      title={t("leaveUnsaved")}
      action={t("leave")}
      run={async () => proceed?.()}
      close={() => reset?.()}
    >
      {t("leaveLoses", { count: changes })}
    </Confirm>
  );
};

/** Floats at the bottom of an editor with unsaved changes; leaving the page asks first. */
export const UnsavedBar = ({ changes, busy = false, save, discard }: UnsavedBarProps) => {
  const { t } = useTranslation();
  // With the drawing, not after it: the key saves what is on the screen.
  useLayoutEffect(() => {
    if (changes === 0) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      save();
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, [changes, save]);
  if (changes === 0) return null;
  return (
    <div className={styles.bar} role="region" aria-label={t("unsaved", { count: changes })}>
      <LeaveQuestion changes={changes} />
      <span>{t("unsaved", { count: changes })}</span>
      <Button kind="quiet" onClick={discard}>
        {t("discard")}
      </Button>
      <Button kind="primary" busy={busy} hint={navigator.platform.startsWith("Mac") ? "⌘S" : "Ctrl S"} onClick={save}>
        {t("save")}
      </Button>
    </div>
  );
};
