import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../client/client.ts";
import { Button, ButtonLink } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { PageTitle } from "../components/page-title.tsx";
import { useIsLive } from "../live.ts";
import { isUnloaded, reasonOf } from "../refusal.ts";
import { Outside } from "./outside.tsx";

/** Tries by itself when the service is back. */
const useAgain = (error: unknown): (() => void) => {
  const router = useRouter();
  const live = useIsLive();
  const was = useRef(live);
  const again = (): void => {
    // A browser may not ask twice for code that did not come.
    if (isUnloaded(error)) globalThis.location.reload();
    else void router.invalidate();
  };
  useEffect(() => {
    if (live && !was.current) again();
    was.current = live;
  });
  return again;
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
