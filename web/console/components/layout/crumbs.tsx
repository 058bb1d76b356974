import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./crumbs.module.css";

/** The title of a record's page: the way back to its list, then its name. */
export const Crumbs = ({
  children,
  name,
  ...link
}: Omit<LinkProps, "children"> & { children: ReactNode; name: ReactNode }) => (
  <span className={styles.crumbs}>
    <Link {...link} className={styles.crumb} data-crumb>
      {children}
    </Link>
    <span className={styles.arrow} aria-hidden="true" />
    <span className={styles.name} data-crumb>
      {name}
    </span>
  </span>
);
