import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import styles from "./password-meter.module.css";

/** The service's own minimum (server/platform/auth/passwords/passwords.ts). */
export const PASSWORD_LENGTH_MIN = 12;
const BARS = [4, 8, 12, 16];

/** The length of a password, in words and bars: length is what makes one strong. */
export const PasswordMeter = ({ password }: { password: string }) => {
  const { t } = useTranslation("setup");
  const length = password.length;
  const isEnough = length >= PASSWORD_LENGTH_MIN;
  return (
    <div className={styles.meter} data-enough={isEnough || undefined}>
      <span className={styles.words} role="status">
        {isEnough && <IconCheck size={16} stroke={2} aria-hidden="true" />}
        {isEnough ? t("longEnough", { count: length }) : t("passwordShort", { count: PASSWORD_LENGTH_MIN })}
      </span>
      <span className={styles.bars} aria-hidden="true">
        {BARS.map((from) => (
          <span key={from} data-on={length >= from || undefined} />
        ))}
      </span>
    </div>
  );
};
