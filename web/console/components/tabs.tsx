import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./tabs.module.css";

/** Tabs are addresses: each is a link, so that it can be kept, sent and gone back to. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);

/** Where not all tabs fit, the current one is in sight. */
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
