import { type ReactNode, useEffect, useRef } from "react";

import { queryClient } from "../../data/api/api.ts";
import { locationQuery, useLocationId } from "../../data/session/location.ts";
import styles from "./page-title.module.css";

type PageTitleProps = {
  children: ReactNode;
  /** For screen readers and the window only: the page shows its title in another way. */
  hidden?: boolean;
  className?: string | undefined;
};

/** The parts of the heading, nearest first: "Courier", then its list. */
const partsOf = (heading: HTMLElement): (string | null)[] => {
  const crumbs = [...heading.querySelectorAll("[data-crumb]")];
  return crumbs.length === 0 ? [heading.textContent] : crumbs.map(({ textContent }) => textContent).toReversed();
};

/** The heading of a page, and the window's title, such as "Courier · Visit types · Harbour House · Foyer". */
export const PageTitle = ({ children, hidden = false, className }: PageTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocationId();
  useEffect(() => {
    const name = queryClient.getQueryData(locationQuery(location).queryKey)?.name;
    const own = heading.current === null ? [] : partsOf(heading.current);
    document.title = [...own, name, "Foyer"].filter((part) => Boolean(part)).join(" · ");
  });
  return (
    <h1 ref={heading} className={hidden ? styles.hidden : className}>
      {children}
    </h1>
  );
};
