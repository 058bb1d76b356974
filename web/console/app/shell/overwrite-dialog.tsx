import { useTranslation } from "react-i18next";

import { Confirm } from "../../components/feedback/confirm.tsx";
import type { OverwritePrompt } from "../../components/edits/overwrite-prompt.ts";

/** Asks before a save overwrites what another user has saved since the form was opened. */
export const OverwriteDialog = ({ prompt: { who, values, answer } }: { prompt: OverwritePrompt }) => {
  const { t } = useTranslation();
  const [first] = values;
  const isOne = values.length === 1 && first?.theirs !== undefined && first.mine !== undefined;
  return (
    <Confirm
      opened
      title={who === undefined ? t("meanwhile.titleUnnamed") : t("meanwhile.title", { who })}
      action={t("meanwhile.action")}
      run={async () => answer(true)}
      close={() => answer(false)}
    >
      {isOne ? t("meanwhile.one", { theirs: first.theirs, mine: first.mine }) : t("meanwhile.several")}
    </Confirm>
  );
};
