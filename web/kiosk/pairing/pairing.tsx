import { useTranslation } from "react-i18next";

import type { DeviceState } from "../device/device.ts";
import { canSeal } from "../device/seal.ts";
import styles from "./pairing.module.css";

/** An open door, as on the first screen. */
const Arch = () => (
  <svg className={styles.arch} viewBox="0 0 170 200" aria-hidden="true">
    <path className={styles.frame} d="M0 85a85 85 0 0 1 170 0v115H0z" />
    <path className={styles.light} d="M52 92a40 40 0 0 1 80 0v108H52z" />
  </svg>
);

/** Shown until an administrator has entered the code, and after the kiosk was removed. */
export const Pairing = ({ state: { showing, isRemoved, waiting } }: { state: DeviceState }) => {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Arch />
      <h1>{isRemoved ? t("pairing.removed") : t("pairing.title")}</h1>
      <p className={styles.code} aria-live="polite">
        {showing.code ?? "··· ···"}
      </p>
      <p className={styles.how}>{t("pairing.how")}</p>
      <div className={styles.notes} role="status">
        {showing.trouble !== undefined && <p>{t(`pairing.${showing.trouble}`)}</p>}
        {waiting > 0 && <p>{t("pairing.waiting", { count: waiting })}</p>}
        {!canSeal() && <p>{t("pairing.plain")}</p>}
      </div>
    </main>
  );
};

/** Paired, but its data has not arrived yet. */
export const PreparingScreen = ({ state: { isOnline } }: { state: DeviceState }) => {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Arch />
      <p className={styles.how} role="status">
        {isOnline ? t("pairing.preparing") : t("pairing.network")}
      </p>
    </main>
  );
};

/** The browser keeps nothing for this address: without that, a kiosk can't be paired. */
export const StorageForbiddenScreen = () => {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <Arch />
      <h1>{t("pairing.forbidden")}</h1>
      <p className={styles.how} role="alert">
        {t("pairing.allow")}
      </p>
    </main>
  );
};
