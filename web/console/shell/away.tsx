import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { LiveDot } from "../components/state.tsx";
import { useConnection } from "../live.ts";
import styles from "./away.module.css";

/** A stream that is back by then was never missed. */
const AFTER_MS = 3000;

const Notice = ({ words }: { words: string }) => (
  <p className={styles.away} title={words}>
    <LiveDot live={false}>
      <span className={styles.words}>{words}</span>
    </LiveDot>
  </p>
);

const Late = ({ words }: { words: string }) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && <Notice words={words} />;
};

/** Says that what a page shows may be old: at once where the browser has no network, else once events have not come for some seconds. */
export const Away = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection === "live") return null;
  return connection === "offline" ? <Notice words={t("offline")} /> : <Late words={t("reconnecting")} />;
};
