import { type ReactNode, useEffect, useRef } from "react";

import { queryClient } from "../data/api.ts";
import { locationQuery, useLocationId } from "../data/location.ts";
import styles from "./page-title.module.css";

type PageTitleProps = {
  children: ReactNode;
  /** For readers and the window only: what the page is stands there in another way. */
  hidden?: boolean;
  className?: string | undefined;
};

/** The heading of a page; the window is called by it, such as "Visitor log · Harbour House · Foyer". */
export const PageTitle = ({ children, hidden = false, className }: PageTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const location = useLocationId();
  useEffect(() => {
    const name = queryClient.getQueryData(locationQuery(location).queryKey)?.name;
    const parts = [heading.current?.textContent, name, "Foyer"].filter((part) => part !== undefined && part !== "");
    document.title = parts.join(" · ");
  });
  return (
    <h1 ref={heading} className={hidden ? styles.hidden : className}>
      {children}
    </h1>
  );
};
