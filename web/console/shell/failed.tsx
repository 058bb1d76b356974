import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../client/client.ts";
import { loadMissing } from "../code.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { useIsLive } from "../live.ts";
import { isUnloaded, reasonOf } from "../refusal.ts";
import { fetchInTime } from "../time-limit.ts";
import { Outside } from "./outside.tsx";

const LOOK_MS = 3000;
/** A page that was loaded anew this short while ago, and still lacks code, is not helped by it. */
const RELOADED_MS = 60_000;
const RELOADED = "foyer.reloaded";

const wasReloaded = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOADED_MS;

const isReachable = (): Promise<boolean> =>
  fetchInTime("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Asks for code that did not come. A browser may not ask twice for the same file, and after an upgrade the service no longer has it: then
 * the window is loaded anew, but never while the service is away, since the browser's own error page would take the console's place.
 */
const loadCode = async (refresh: () => void, isAsked: boolean): Promise<void> => {
  if (await loadMissing()) return refresh();
  if (!(await isReachable()) || (!isAsked && wasReloaded())) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  globalThis.location.reload();
};

/** Tries by itself when the service is back. */
const useAgain = (error: unknown): (() => void) => {
  const router = useRouter();
  const live = useIsLive();
  const was = useRef(live);
  const lacksCode = isUnloaded(error);
  const refresh = useCallback((): void => void router.invalidate(), [router]);
  useEffect(() => {
    if (live && !was.current && !lacksCode) refresh();
    was.current = live;
  });
  useEffect(() => {
    if (!lacksCode) return undefined;
    const look = (): void => void loadCode(refresh, false);
    const timer = setInterval(look, LOOK_MS);
    globalThis.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener("online", look);
    };
  }, [lacksCode, refresh]);
  return lacksCode ? () => void loadCode(refresh, true) : refresh;
};

/** Whether asking again gives the same: what is asked for is gone, or not for this role. */
const isGone = (error: unknown): boolean =>
  error instanceof FoyerError && (error.status === 403 || error.status === 404);

/** What stands in a page's place when it cannot be drawn: why, and a way on. */
export const Failed = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const again = useAgain(error);
  const gone = isGone(error);
  const onward = gone ? (
    <ButtonLink to="/locations">{t("allLocations")}</ButtonLink>
  ) : (
    <Button onClick={again}>{t("tryAgain")}</Button>
  );
  return (
    <Empty title={<PageTitle>{t(gone ? "notHere" : "notDrawn")}</PageTitle>} action={onward}>
      {reasonOf(error)}
    </Empty>
  );
};

/** The same for a location that cannot be read: removed, or another's. */
export const FailedOutside = (props: ErrorComponentProps) => (
  <Outside>
    <Failed {...props} />
  </Outside>
);
