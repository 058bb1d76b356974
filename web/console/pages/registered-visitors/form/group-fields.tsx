import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { REGISTRATIONS_MAX, type Together } from "../new-registrations.ts";
import styles from "../queries.module.css";

type GroupFieldsProps = { together: Together | undefined; set: (together: Together | undefined) => void };

/** Whether several visitors come as a group: its name, and how many more come without names. */
export const GroupFields = ({ together, set }: GroupFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <>
      <Switch
        label={t("group.together")}
        description={t("group.help")}
        checked={together !== undefined}
        onChange={(event) => set(event.currentTarget.checked ? { name: "", unnamed: 0 } : undefined)}
      />
      {together !== undefined && (
        <div className={styles.times}>
          <TextInput
            label={t("group.name")}
            value={together.name}
            onChange={(event) => set({ ...together, name: event.currentTarget.value })}
          />
          <NumberInput
            label={t("group.unnamed")}
            min={0}
            max={REGISTRATIONS_MAX}
            allowDecimal={false}
            value={together.unnamed}
            onChange={(count) => set({ ...together, unnamed: Number(count) })}
          />
        </div>
      )}
    </>
  );
};
