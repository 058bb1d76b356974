import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { retryFailedLoads } from "../../lib/lazy-code.ts";
import { Button, ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { useIsLive } from "../../data/live/connection.ts";
import { errorMessage, isGone } from "../../data/api/error-message.ts";
import { isChunkLoadError } from "../../lib/browser-error.ts";
import { fetchWithTimeout } from "../../lib/fetch-with-timeout.ts";
import { AccountLayout } from "./account-layout.tsx";

const POLL_MS = 3000;
/** If a page was reloaded this recently and still lacks code, another reload does not help. */
const RELOADED_MS = 60_000;
const RELOADED = "foyer.reloaded";

const wasReloaded = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < RELOADED_MS;

const isReachable = (): Promise<boolean> =>
  fetchWithTimeout("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Loads missing code again. A browser may not request the same file twice, and after an upgrade the service no longer
 * has it: then the window is reloaded, but never while the service is away, since the browser's own error page would
 * replace the console.
 */
const reloadCode = async (refresh: () => void, isAsked: boolean): Promise<void> => {
  if (await retryFailedLoads()) return refresh();
  if (!(await isReachable()) || (!isAsked && wasReloaded())) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  globalThis.location.reload();
};

/** Retries automatically when the service is back. */
const useRetry = (error: unknown): (() => void) => {
  const router = useRouter();
  const live = useIsLive();
  const was = useRef(live);
  const lacksCode = isChunkLoadError(error);
  const refresh = useCallback((): void => void router.invalidate(), [router]);
  useEffect(() => {
    if (live && !was.current && !lacksCode) refresh();
    was.current = live;
  });
  useEffect(() => {
    if (!lacksCode) return undefined;
    const look = (): void => void reloadCode(refresh, false);
    const timer = setInterval(look, POLL_MS);
    globalThis.addEventListener("online", look);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener("online", look);
    };
  }, [lacksCode, refresh]);
  return lacksCode ? () => void reloadCode(refresh, true) : refresh;
};

/** Replaces a page that can't be drawn: the reason, and a way on. */
export const PageError = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const retry = useRetry(error);
  const gone = isGone(error);
  const onward = gone ? (
    <ButtonLink to="/locations">{t("allLocations")}</ButtonLink>
  ) : (
    <Button onClick={retry}>{t("tryAgain")}</Button>
  );
  return (
    <Empty title={<PageTitle>{t(gone ? "notHere" : "notDrawn")}</PageTitle>} action={onward}>
      {errorMessage(error)}
    </Empty>
  );
};

/** The same for a location that can't be read: removed, or another user's. */
export const LocationError = (props: ErrorComponentProps) => (
  <AccountLayout>
    <PageError {...props} />
  </AccountLayout>
);
