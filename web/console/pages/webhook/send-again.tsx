import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { fromLocalDateTime, toLocalDateTime } from "../../../shared/local-date-time.ts";
import { api } from "../../data/api.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { showToast } from "../../components/toast.tsx";
import { useLocation } from "../../data/location.ts";
import { UserFacingError } from "../../data/error-message.ts";
import { invalidateWebhook } from "./queries.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Resends, in order, the deliveries that failed since a time by the location's clock; by default, since a day ago. */
export const SendAgain = () => {
  const { t } = useTranslation("webhook");
  const { _id: location, timezone } = useLocation();
  const [since, setSince] = useState(() => toLocalDateTime(new Date(Date.now() - DAY_MS).toISOString(), timezone));
  const send = async (): Promise<void> => {
    const instant = fromLocalDateTime(since, timezone);
    if (instant === undefined) throw new UserFacingError(t("sendAgain.noTime"));
    const { queued } = await api.request("POST /companies/{company_id}/webhooks/replay", {
      params: { company_id: location },
      body: { since: instant },
    });
    await invalidateWebhook(location);
    showToast({ words: queued === 0 ? t("sendAgain.none") : t("sendAgain.queued", { count: queued }) });
  };
  return (
    <ConfirmButton
      button={<Button>{t("sendAgain.open")}</Button>}
      title={t("sendAgain.title")}
      action={t("sendAgain.action")}
      kind="primary"
      run={send}
    >
      {t("sendAgain.body")}
      <TextInput
        type="datetime-local"
        mt="md"
        label={t("sendAgain.since")}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </ConfirmButton>
  );
};
