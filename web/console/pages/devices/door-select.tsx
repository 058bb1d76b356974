import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { sortByIndex } from "../../components/ordered-records.ts";
import { useDoors } from "../../data/doors.ts";
import styles from "./devices.module.css";

/** The door of a kiosk, or none. Absent while there are no doors. */
export const DoorSelect = ({ value, choose }: { value: string | null; choose: (id: string | null) => void }) => {
  const { t } = useTranslation("devices");
  const doors = sortByIndex(useDoors());
  if (doors.length === 0) return null;
  return (
    <Select
      className={styles.door ?? ""}
      label={t("door")}
      placeholder={t("noDoor")}
      data={doors.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      onChange={choose}
      clearable
    />
  );
};
