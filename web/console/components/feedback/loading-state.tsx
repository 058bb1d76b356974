import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../button/button.tsx";
import { Empty } from "./empty.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { errorMessage, isGone } from "../../data/api/error-message.ts";

type LoadingStateProps = {
  rows?: number;
  /** What is being loaded. */
  label: string;
  /** The heading after a failure, if it is not the general one. */
  failed?: ReactNode;
  /** Why loading failed. */
  error: Error | null;
  retry: () => unknown;
};

/** Replaces data until it is loaded; after a failure, shows the reason, and a way to retry where that can help. */
export const LoadingState = ({ rows, label, failed, error, retry }: LoadingStateProps) => {
  const { t } = useTranslation();
  if (error === null) return <SkeletonRows label={label} {...(rows !== undefined && { rows })} />;
  const again = isGone(error) ? undefined : <Button onClick={() => void retry()}>{t("tryAgain")}</Button>;
  return (
    <Empty title={failed ?? t("notRead")} action={again}>
      {errorMessage(error)}
    </Empty>
  );
};

/** Replaces a page whose code or texts are still loading. */
export const PagePending = () => {
  const { t } = useTranslation();
  return <SkeletonRows label={t("loading")} />;
};
