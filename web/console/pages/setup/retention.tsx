import { useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { locationQuery, useLocation } from "../../data/session/location.ts";
import { Form, Frame } from "./frame.tsx";
import { Options } from "./options.tsx";
import { useStep } from "./use-step.ts";

const PROPOSED = "90";
const DAYS = ["30", PROPOSED, "365", "never"] as const;

/** How long visits are kept: a proposal with its reason. */
export const Retention = () => {
  const { t } = useTranslation("setup");
  const location = useLocation();
  const [days, setDays] = useState<(typeof DAYS)[number]>(PROPOSED);
  const { busy, problem, run } = useStep("hosts");
  const save = async (): Promise<void> => {
    const saved = await api.request("PUT /companies/{company_id}", {
      params: { company_id: location._id },
      body: { settings: { retention_days: days === "never" ? null : Number(days) } },
    });
    queryClient.setQueryData(locationQuery(location._id).queryKey, saved);
  };
  return (
    <Frame part="retention" title={t("howLong")} help={t("howLongHelp")}>
      <Form
        action={t("continue")}
        busy={busy}
        problem={problem}
        submit={() => run(save)}
        beside={t("minutesLeft", { count: 3 })}
      >
        <Options
          label={t("howLong")}
          kind="radio"
          options={DAYS.map((value) => ({
            value,
            name: value === "never" ? t("keepAll") : t("keepDays", { count: Number(value) }),
            what: t(`keepWhat.${value}`),
            ...(value === PROPOSED ? { tag: t("proposed") } : {}),
          }))}
          chosen={[days]}
          turn={setDays}
        />
      </Form>
    </Frame>
  );
};
