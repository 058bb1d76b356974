import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { type Agreement, agreementsQuery } from "./queries.ts";

/** Removes an agreement after saying what goes and what stays. */
export const RemoveAgreement = ({ agreement, name }: { agreement: Agreement; name: string }) => {
  const { t } = useTranslation("agreements");
  const navigate = useNavigate();
  const location = useLocationId();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/agreements/{agreement_id}", {
      params: { company_id: location, agreement_id: agreement._id },
    });
    queryClient.setQueryData(agreementsQuery(location).queryKey, (all) =>
      all?.filter(({ _id }) => _id !== agreement._id),
    );
    await navigate({ to: "/at/$location/settings/agreements", params: { location }, ignoreBlocker: true });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("console:remove")}</Button>}
      title={t("remove.title", { name })}
      action={t("remove.action")}
      run={remove}
    >
      {t("remove.body", { count: agreement.visit_types.length })}
    </ConfirmButton>
  );
};
