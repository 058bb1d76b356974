import { Switch } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { ROLES } from "../../../../shared/roles.ts";

type Rules = Answer<"GET /loginrules">;

const rulesQuery = queryOptions({
  queryKey: ["login rules"],
  queryFn: () => api.request("GET /loginrules"),
  staleTime: 0,
});

const RulesForm = ({ rules, close }: { rules: Rules; close: () => void }) => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  const save = async (changed: Rules): Promise<void> => {
    await api.request("PUT /loginrules", { body: changed });
    await queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey });
    showToast({ words: t("rulesSaved") });
    close();
  };
  const { fields, set, problem, busy, submit } = useForm<Rules>(rules, save);
  const chosen = fields.second_factor_roles;
  return (
    <PanelForm action={common("save")} busy={busy} problem={problem?.words} submit={submit} close={close}>
      <p>{t("rulesHelp")}</p>
      {ROLES.map((role) => (
        <Switch
          key={role}
          label={common(`role.${role}`)}
          checked={chosen.includes(role)}
          onChange={() => set({ second_factor_roles: ROLES.filter((one) => (one === role) !== chosen.includes(one)) })}
        />
      ))}
    </PanelForm>
  );
};

/** Which roles need a second factor: a global administrator sets it. */
export const LoginRules = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(rulesQuery);
  return (
    <Panel title={t("rules")} close={close}>
      {data === undefined ? (
        <LoadingState label={common("loading")} error={error} retry={refetch} />
      ) : (
        <RulesForm rules={data} close={close} />
      )}
    </Panel>
  );
};
