import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./tabs.module.css";

/** Tabs are links, so that they can be bookmarked, shared and gone back to. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);

/** If not all tabs fit, the current one is scrolled into view. */
const intoSight = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** One tab. @param current whether it is the one shown */
export const Tab = ({
  current,
  children,
  ...link
}: Omit<LinkProps, "children"> & { current: boolean; children: ReactNode }) => (
  <Link
    activeOptions={{ exact: true }}
    {...link}
    {...(current && { ref: intoSight })}
    className={styles.tab}
    aria-current={current ? "page" : undefined}
  >
    {children}
  </Link>
);
