import { useTranslation } from "react-i18next";

import { Button } from "./button.tsx";
import { Empty } from "./empty.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import { reasonOf } from "../refusal.ts";

type WaitingProps = {
  /** What is on its way. */
  label: string;
  /** Why it did not come. */
  error: Error | null;
  again: () => unknown;
};

/** What stands in the place of what is read, until it is there; and why it is not, with a way to try again. */
export const Waiting = ({ label, error, again }: WaitingProps) => {
  const { t } = useTranslation();
  if (error === null) return <SkeletonRows label={label} />;
  return (
    <Empty title={t("failed")} action={<Button onClick={() => void again()}>{t("tryAgain")}</Button>}>
      {reasonOf(error)}
    </Empty>
  );
};
