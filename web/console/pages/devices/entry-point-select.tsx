import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { sortByIndex } from "../../components/order/ordered-records.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import styles from "./devices.module.css";

type EntryPointSelectProps = {
  value: string | null;
  error?: string | undefined;
  choose: (id: string | null) => void;
};

/** The entrance of a kiosk, or none. Absent while there are no entrances. */
export const EntryPointSelect = ({ value, error, choose }: EntryPointSelectProps) => {
  const { t } = useTranslation("devices");
  const entryPoints = sortByIndex(useEntryPoints());
  if (entryPoints.length === 0) return null;
  return (
    <Select
      className={styles.door ?? ""}
      label={t("door")}
      placeholder={t("noDoor")}
      data={entryPoints.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      error={error}
      onChange={choose}
      clearable
    />
  );
};
