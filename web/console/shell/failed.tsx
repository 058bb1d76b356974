import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../client/client.ts";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { useIsLive } from "../live.ts";
import { isUnloaded, reasonOf } from "../refusal.ts";

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

/** What stands in a page's place when it cannot be drawn: why, and a way on. */
export const Failed = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const again = useAgain(error);
  const title =
    error instanceof FoyerError && (error.status === 403 || error.status === 404) ? t("notHere") : t("notDrawn");
  return (
    <Empty title={title} action={<Button onClick={again}>{t("tryAgain")}</Button>}>
      {reasonOf(error)}
    </Empty>
  );
};
