import { IconSearch } from "@tabler/icons-react";
import { useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LocationSwitcher } from "../location-switcher.tsx";
import styles from "./top-bar.module.css";

/** On a phone, the start pages have what the sidebar has elsewhere: the location, and the search. */
export const TopBar = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const isStart = useRouterState({ select: ({ location }) => /\/(?:reception|my-visitors)$/.test(location.pathname) });
  if (!isStart) return null;
  return (
    <header className={styles.bar}>
      <LocationSwitcher />
      <button type="button" className={styles.search} aria-label={t("search")} onClick={openPalette}>
        <IconSearch size={22} stroke={1.6} aria-hidden="true" />
      </button>
    </header>
  );
};
