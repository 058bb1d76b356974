import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../client/client.ts";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { reasonOf } from "../refusal.ts";

/** What stands in a page's place when it cannot be drawn: why, and a way on. */
export const Failed = ({ error, reset }: ErrorComponentProps) => {
  const { t } = useTranslation();
  const title =
    error instanceof FoyerError && (error.status === 403 || error.status === 404) ? t("notHere") : t("notDrawn");
  return (
    <Empty title={title} action={<Button onClick={reset}>{t("tryAgain")}</Button>}>
      {reasonOf(error)}
    </Empty>
  );
};
