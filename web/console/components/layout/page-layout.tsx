import { IconArrowLeft } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useLocationId } from "../../data/session/location.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./page-layout.module.css";
import { PageTitle } from "./page-title.tsx";

type PageLayoutProps = {
  /** The heading, which is also the window's title. */
  title: ReactNode;
  /** Beside the title: a count, a state. */
  note?: ReactNode;
  /** At most one primary action, and quiet ones. */
  actions?: ReactNode;
  /** Under the bar, on its border: tabs. */
  tabs?: ReactNode;
  /** Docked on the right: a visit, a preview. Below 1280 it covers the page, on a phone it is the page. */
  panel?: ReactNode;
  /** 424 for a list's row, 568 for a preview. */
  panelWidth?: 424 | 568;
  children: ReactNode;
};

type SidePanelProps = {
  wide?: boolean;
  /** Covers the page even if there is room beside it: for pages whose parts should not move. */
  over?: boolean;
  children: ReactNode;
};

/** The right side of a page, for pages that draw their own sheet. */
export const SidePanel = ({ wide = false, over = false, children }: SidePanelProps) => (
  <aside className={[styles.panel, ...(wide ? [styles.wide] : []), ...(over ? [styles.over] : [])].join(" ")}>
    {children}
  </aside>
);

/** On a phone, there is no sidebar to lead from one settings page to the others. */
const BackToSettings = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const isSetting = useRouterState({ select: (state) => /\/settings\/[^/]+$/.test(state.location.pathname) });
  const isPhone = useBreakpoint() === "phone";
  if (!isSetting || !isPhone) return null;
  return (
    <Link to="/at/$location/settings" params={{ location }} className={styles.back} aria-label={t("nav.settings")}>
      <IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />
    </Link>
  );
};

/** The sheet of a page: a bar of 64, then its parts, divided by thin lines. */
export const PageLayout = ({ title, note, actions, tabs, panel, panelWidth = 424, children }: PageLayoutProps) => (
  <div className={styles.page}>
    <div className={styles.main}>
      <header className={styles.bar}>
        <BackToSettings />
        <PageTitle className={styles.title}>{title}</PageTitle>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        <div className={styles.actions}>{actions}</div>
      </header>
      {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
      <div className={styles.body}>{children}</div>
    </div>
    {panel !== undefined && panel !== null && panel !== false && (
      <SidePanel wide={panelWidth === 568}>{panel}</SidePanel>
    )}
  </div>
);

/** A part of a page with padding: forms and texts. Lists go to the edges without it. */
export const Section = ({ title, help, children }: { title?: ReactNode; help?: ReactNode; children: ReactNode }) => (
  <section className={styles.section}>
    {title !== undefined && <h2 className={styles.heading}>{title}</h2>}
    {help !== undefined && <p className={styles.help}>{help}</p>}
    {children}
  </section>
);
