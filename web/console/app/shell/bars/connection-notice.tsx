import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { LiveDot } from "../../../components/feedback/status-label.tsx";
import { useConnection } from "../../../data/live/connection.ts";
import styles from "./connection-notice.module.css";

/** A stream that is back within this time was never missed. */
const GRACE_MS = 3000;

const Notice = ({ words }: { words: string }) => (
  <p className={styles.away} title={words}>
    <LiveDot live={false}>
      <span className={styles.words}>{words}</span>
    </LiveDot>
  </p>
);

const DelayedNotice = ({ words }: { words: string }) => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && <Notice words={words} />;
};

/**
 * Says that a page's data may be old: immediately if the browser is offline, otherwise after some seconds without
 * events.
 */
export const ConnectionNotice = () => {
  const { t } = useTranslation();
  const connection = useConnection();
  if (connection === "live") return null;
  return connection === "offline" ? <Notice words={t("offline")} /> : <DelayedNotice words={t("reconnecting")} />;
};
