import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import styles from "./general.module.css";
import type { LocationDraftState } from "./model.ts";
import { CountField, FlagField } from "./setting-fields.tsx";

/** The default of `sms_per_day`. */
const SMS_PER_DAY = 500;

/** How visits and invitations are counted. */
export const Visits = ({ editing }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const { draft, set, problem } = editing;
  return (
    <Section title={t("visits")}>
      <div className={styles.fields}>
        <CountField
          editing={editing}
          name="signout_days"
          min={0}
          max={365}
          unit={t("daysAfter", { count: draft.settings.signout_days })}
        />
        <FlagField editing={editing} name="visitor_numbers" />
        <CountField editing={editing} name="invite_cap_per_day" min={0} max={1_000_000} />
        <Switch
          label={t("setting.employees_see")}
          description={t("settingHelp.employees_see")}
          checked={draft.settings.employees_see === "own"}
          onChange={(event) =>
            set({ settings: { ...draft.settings, employees_see: event.currentTarget.checked ? "own" : "all" } })
          }
        />
        <CountField editing={editing} name="sms_per_day" min={0} max={1_000_000} fallback={SMS_PER_DAY} />
        <TextInput
          className={styles.half ?? ""}
          inputWrapperOrder={["label", "input", "description", "error"]}
          label={t("setting.registered_lookup_field")}
          description={t("settingHelp.registered_lookup_field")}
          value={draft.settings.registered_lookup_field}
          error={problemAt(problem, "settings.registered_lookup_field")}
          onChange={(event) =>
            set({ settings: { ...draft.settings, registered_lookup_field: event.currentTarget.value } })
          }
        />
      </div>
    </Section>
  );
};
