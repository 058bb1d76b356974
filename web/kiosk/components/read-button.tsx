import { IconPlayerStop, IconVolume } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useKioskContext } from "../lib/kiosk-context.ts";
import { stopReading, useIsReading } from "../lib/speech.ts";
import styles from "./screen.module.css";

/** Stops reading, or reads the screen again; shown while reading is on. */
export const ReadButton = () => {
  const { t } = useTranslation();
  const { aids, readScreen } = useKioskContext();
  const isReading = useIsReading();
  if (!aids.isRead) return null;
  const Icon = isReading ? IconPlayerStop : IconVolume;
  return (
    <button
      type="button"
      className={styles.back}
      aria-label={isReading ? t("aids.stop") : t("aids.again")}
      onClick={isReading ? stopReading : readScreen}
    >
      <Icon size={24} stroke={1.8} aria-hidden="true" />
    </button>
  );
};
