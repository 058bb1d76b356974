import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { invalidateWebhook } from "./queries.ts";

/** Removes the webhook after listing what is removed with it. */
export const RemoveWebhook = ({ location }: { location: string }) => {
  const { t } = useTranslation("webhook");
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/webhooks", { params: { company_id: location } });
    await invalidateWebhook(location);
    showToast({ words: t("remove.done") });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("console:remove")}</Button>}
      title={t("remove.title")}
      action={t("remove.action")}
      run={remove}
    >
      {t("remove.body")}
    </ConfirmButton>
  );
};
