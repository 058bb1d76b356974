import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { LiveDot } from "../components/state.tsx";
import { useIsLive } from "../live.ts";
import styles from "./away.module.css";

/** A stream that is back by then was never missed. */
const AFTER_MS = 3000;

const Late = () => {
  const { t } = useTranslation();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <p className={styles.away} title={t("reconnecting")}>
      <LiveDot live={false}>
        <span className={styles.words}>{t("reconnecting")}</span>
      </LiveDot>
    </p>
  );
};

/** Says that what a page shows may be old, once events have not come for some seconds. */
export const Away = () => !useIsLive() && <Late />;
