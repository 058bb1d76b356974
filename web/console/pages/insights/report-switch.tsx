import { Switch } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { showToast } from "../../components/feedback/toast.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./insights.module.css";

const subscriptionQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "monthly-report"],
    queryFn: () => api.request("GET /companies/{company_id}/monthlyreport", { params: { company_id: location } }),
  });

/** Switches immediately, and back if that couldn't be saved. */
const useSubscription = () => {
  const location = useLocationId();
  const query = subscriptionQuery(location);
  const { data } = useQuery(query);
  const [chosen, setChosen] = useState<boolean>();
  const turn = async (subscribed: boolean): Promise<void> => {
    setChosen(subscribed);
    try {
      const params = { company_id: location };
      await api.request("PUT /companies/{company_id}/monthlyreport", { params, body: { subscribed } });
      queryClient.setQueryData(query.queryKey, { subscribed });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    } finally {
      setChosen((now) => (now === subscribed ? undefined : now));
    }
  };
  return { subscribed: chosen ?? data?.subscribed, turn };
};

/** Whether the user is emailed the report of each month. */
export const ReportSwitch = () => {
  const { t } = useTranslation("insights");
  const { subscribed, turn } = useSubscription();
  return (
    <Switch
      className={styles.report ?? ""}
      label={t("mailMe")}
      checked={subscribed ?? false}
      disabled={subscribed === undefined}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
};
