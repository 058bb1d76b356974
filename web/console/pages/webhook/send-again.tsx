import { useState } from "react";
import { useTranslation } from "react-i18next";

import { fromLocalDateTime, toLocalDateTime } from "../../../shared/local-date-time.ts";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { DateField } from "../../components/date/date-field.tsx";
import { TimeField } from "../../components/date/time-field.tsx";
import { timeOf } from "../../components/table/time-of.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useToday } from "../../data/lists/day.ts";
import { useLocation } from "../../data/session/location.ts";
import { UserFacingError } from "../../data/api/error-message.ts";
import { invalidateWebhook } from "./queries.ts";
import styles from "./webhook.module.css";

const DAY_MS = 24 * 60 * 60_000;
const DAY_START = "00:00";

const aDayAgo = (timeZone: string): { day: string; time: string } => {
  const [day = "", time = ""] = toLocalDateTime(new Date(Date.now() - DAY_MS).toISOString(), timeZone).split("T");
  return { day, time };
};

/** Resends, in order, the deliveries that failed since a time by the location's clock; by default, since a day ago. */
export const SendAgain = () => {
  const { t } = useTranslation("webhook");
  const { _id: location, timezone } = useLocation();
  const today = useToday();
  const [since, setSince] = useState(() => aDayAgo(timezone));
  const send = async (): Promise<void> => {
    const time = since.time.trim() === "" ? DAY_START : timeOf(since.time);
    const instant = time === undefined ? undefined : fromLocalDateTime(`${since.day}T${time}`, timezone);
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
      <div className={styles.since}>
        <DateField
          label={t("sendAgain.since")}
          value={since.day}
          max={today}
          set={(day) => setSince({ ...since, day })}
        />
        <TimeField label={t("sendAgain.time")} value={since.time} set={(time) => setSince({ ...since, time })} />
      </div>
    </ConfirmButton>
  );
};
