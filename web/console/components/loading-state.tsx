import { useTranslation } from "react-i18next";

import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { errorMessage } from "../data/error-message.ts";

type LoadingStateProps = {
  /** What is on its way. */
  label: string;
  /** The heading when it did not come, where it is not the general one. */
  failed?: string;
  /** Why it did not come. */
  error: Error | null;
  retry: () => unknown;
};

/** Shown in place of what is read, until it has come; and if it did not, why, with a way to try again. */
export const LoadingState = ({ label, failed, error, retry }: LoadingStateProps) => {
  const { t } = useTranslation();
  if (error === null) return <SkeletonRows label={label} />;
  return (
    <Empty title={failed ?? t("failed")} action={<Button onClick={() => void retry()}>{t("tryAgain")}</Button>}>
      {errorMessage(error)}
    </Empty>
  );
};

/** Shown in place of a page whose code or texts are still loading. */
export const PagePending = () => {
  const { t } = useTranslation();
  return <SkeletonRows label={t("loading")} />;
};
