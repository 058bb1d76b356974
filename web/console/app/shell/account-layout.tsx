import { IconArrowLeft, IconBuilding, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { ToastArea } from "../../components/feedback/toast.tsx";
import { undoLast } from "../../components/feedback/undo-offers.ts";
import { locationsQuery } from "../../data/session/location.ts";
import { lastLocationId } from "../../lib/preferences.ts";
import { AccountMenu } from "./account-menu.tsx";
import { useKeys } from "../../lib/use-keys.ts";
import styles from "./account-layout.module.css";
import shell from "./shell.module.css";
import sidebar from "./bars/sidebar.module.css";

const KEYS = {
  z: () => undoLast(),
  "/": () => document.querySelector<HTMLElement>("[data-search]")?.focus(),
};

const BackToLocation = () => {
  const { data = [] } = useQuery(locationsQuery);
  const last = data.find(({ _id }) => _id === lastLocationId()) ?? data[0];
  if (last === undefined) return null;
  return (
    <Link to="/at/$location/reception" params={{ location: last._id }} className={sidebar.back} title={last.name}>
      <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      <span className={sidebar.name}>{last.name}</span>
    </Link>
  );
};

const Item = ({ to, icon, children }: { to: "/locations" | "/account"; icon: ReactNode; children: string }) => (
  <li>
    <Link to={to} className={sidebar.item} title={children}>
      {icon}
      <span className={sidebar.name}>{children}</span>
    </Link>
  </li>
);

/** The frame of the pages that belong to no location: the way back to the last one, one sheet, toasts. */
export const AccountLayout = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  useKeys(KEYS);
  return (
    <div className={shell.shell}>
      <a className={shell.skip} href="#sheet">
        {t("skip")}
      </a>
      <aside className={`${sidebar.sidebar} ${styles.side}`} aria-label={t("nav.side")}>
        <nav className={sidebar.nav} aria-label={t("nav.label")}>
          <BackToLocation />
          <ul className={styles.list}>
            <Item to="/locations" icon={<IconBuilding size={18} stroke={1.6} aria-hidden="true" />}>
              {t("locations")}
            </Item>
            <Item to="/account" icon={<IconUser size={18} stroke={1.6} aria-hidden="true" />}>
              {t("account")}
            </Item>
          </ul>
        </nav>
        <div className={styles.foot}>
          <AccountMenu />
        </div>
      </aside>
      <main className={shell.sheet} id="sheet" tabIndex={-1}>
        {children}
      </main>
      <ToastArea />
    </div>
  );
};

/** The frame around the current one of those pages. */
export const AccountPages = () => (
  <AccountLayout>
    <Outlet />
  </AccountLayout>
);
