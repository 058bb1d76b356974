import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { Section } from "../../components/layout/page-layout.tsx";
import { locationsQuery, useLocation } from "../../data/session/location.ts";
import { errorMessage, UserFacingError } from "../../data/api/error-message.ts";
import styles from "./general.module.css";

const visitCountQuery = (location: string) => ({
  queryKey: [location, "counters", "all"],
  queryFn: async (): Promise<number> => {
    const { total } = await api.request("GET /visitors/bycompany/{company_id}", {
      params: { company_id: location },
      query: { count: 1, page: 1 },
    });
    return total;
  },
});

/** Removes the location with everything in it: the administrator types its name to confirm. */
export const RemoveLocation = () => {
  const { t, i18n } = useTranslation("general");
  const navigate = useNavigate();
  const { _id: location, name } = useLocation();
  const [asks, setAsks] = useState(false);
  const [typed, setTyped] = useState("");
  const [counts, setCounts] = useState(false);
  const [visits, setVisits] = useState(0);
  const ask = async (): Promise<void> => {
    setCounts(true);
    try {
      setVisits(await queryClient.fetchQuery({ ...visitCountQuery(location), staleTime: 0 }));
      setAsks(true);
    } catch (error) {
      // A location whose visits can't be counted isn't removed.
      showToast({ words: errorMessage(error), kind: "problem" });
    }
    setCounts(false);
  };
  const remove = async (): Promise<void> => {
    if (typed.trim() !== name) throw new UserFacingError(t("remove.wrong", { name }));
    await api.request("DELETE /companies/{company_id}", { params: { company_id: location }, body: { name } });
    await navigate({ to: "/locations", ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: [location] });
    await queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
  };
  return (
    <Section title={t("remove.heading")} help={t("remove.help")}>
      <div className={styles.edge}>
        <Button kind="danger" busy={counts} onClick={() => void ask()}>
          {t("remove.open")}
        </Button>
      </div>
      <Confirm
        opened={asks}
        title={t("remove.title", { name })}
        action={t("remove.action")}
        run={remove}
        close={() => setAsks(false)}
      >
        <p>{t("remove.body", { count: visits, number: formatNumber(visits, i18n.language) })}</p>
        <TextInput
          className={styles.typed ?? ""}
          label={t("remove.type", { name })}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Confirm>
    </Section>
  );
};
