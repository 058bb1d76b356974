import { lazy, type RefObject, Suspense } from "react";
import { useTranslation } from "react-i18next";

import styles from "./keys.module.css";

const Keyboard = lazy(() => import("./keyboard.tsx").then((module) => ({ default: module.Keyboard })));

/** The kiosk's own keyboard. Its place is kept while it loads, so that nothing moves. */
export const Keys = ({ within, screen }: { within: RefObject<HTMLElement | null>; screen: string }) => {
  const { t } = useTranslation();
  return (
    <section className={styles.keys} aria-label={t("keyboard")}>
      <Suspense>
        <Keyboard key={screen} within={within} />
      </Suspense>
    </section>
  );
};
