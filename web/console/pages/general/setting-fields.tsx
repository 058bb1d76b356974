import { NumberInput, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import styles from "./general.module.css";
import type { LocationDraftState } from "./model.ts";
import type { Settings } from "./model.ts";

type Flag = {
  [Key in keyof Settings]-?: NonNullable<Settings[Key]> extends boolean ? Key : never;
}[keyof Settings];
type Count = {
  [Key in keyof Settings]-?: number extends Settings[Key] ? Key : never;
}[keyof Settings];

/** A setting that is on or off; `setting.<name>` says what, `settingHelp.<name>` what follows. */
export const FlagField = ({ editing: { draft, set }, name }: { editing: LocationDraftState; name: Flag }) => {
  const { t } = useTranslation("general");
  return (
    <Switch
      label={t(`setting.${name}`)}
      description={t(`settingHelp.${name}`)}
      checked={draft.settings[name] ?? false}
      onChange={(event) => set({ settings: { ...draft.settings, [name]: event.currentTarget.checked } })}
    />
  );
};

type CountFieldProps = {
  editing: LocationDraftState;
  name: Count;
  min: number;
  max: number;
  unit?: string;
  fallback?: number;
};

/** A setting that is a number. */
export const CountField = ({ editing: { draft, set, problem }, name, min, max, unit, fallback }: CountFieldProps) => {
  const { t } = useTranslation("general");
  return (
    <NumberInput
      className={styles.number ?? ""}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t(`setting.${name}`)}
      description={t(`settingHelp.${name}`)}
      min={min}
      max={max}
      allowDecimal={false}
      value={draft.settings[name] ?? fallback ?? ""}
      error={problemAt(problem, `settings.${name}`)}
      onChange={(value) => typeof value === "number" && set({ settings: { ...draft.settings, [name]: value } })}
      {...(unit === undefined ? {} : { suffix: ` ${unit}` })}
    />
  );
};
