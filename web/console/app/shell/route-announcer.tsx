import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import styles from "./route-announcer.module.css";

/** Puts the keyboard on the page one has gone to, unless a field of it took it already. */
const focusPage = (): void => {
  const sheet = document.querySelector<HTMLElement>("#sheet");
  if (sheet !== null && !sheet.contains(document.activeElement)) sheet.focus({ preventScroll: true });
};

/** Tells readers which page came, as a browser does when it loads one; the focus goes there as well. */
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
