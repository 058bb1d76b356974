import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import styles from "./route-announcer.module.css";

/** Moves the focus to the new page, unless one of its fields has it already. */
const focusPage = (): void => {
  const sheet = document.querySelector<HTMLElement>("#sheet");
  if (sheet !== null && !sheet.contains(document.activeElement)) sheet.focus({ preventScroll: true });
};

/** Tells screen readers about the new page, as a browser does when it loads one, and moves the focus there. */
export const RouteAnnouncer = () => {
  const router = useRouter();
  const [page, setPage] = useState("");
  useEffect(
    () =>
      router.subscribe("onResolved", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        focusPage();
        requestAnimationFrame(() => {
          focusPage();
          setPage(document.querySelector("#sheet h1")?.textContent ?? "");
        });
      }),
    [router],
  );
  return (
    <p className={styles.arrival} role="status">
      {page}
    </p>
  );
};
