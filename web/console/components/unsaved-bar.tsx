import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "./button.tsx";
import styles from "./unsaved-bar.module.css";

type UnsavedBarProps = { changes: number; busy?: boolean; save: () => void; discard: () => void };

const isSaveKey = (event: KeyboardEvent): boolean =>
  (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "s";

/** Floats at the foot of an editor while there are unsaved changes; leaving the page asks first. */
export const UnsavedBar = ({ changes, busy = false, save, discard }: UnsavedBarProps) => {
  const { t } = useTranslation();
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && changes > 0 && !globalThis.confirm(t("leaveUnsaved")),
    disabled: changes === 0,
  });
  useEffect(() => {
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
