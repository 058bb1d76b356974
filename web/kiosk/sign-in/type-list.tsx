import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { typeNameOf } from "../../visitor-flow/labels.ts";

import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./host.module.css";

/** The purpose of the visit. */
export const TypeList = ({ choose }: { choose: (id: string) => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useKioskContext();
  return (
    <ul className={styles.list} aria-label={t("title.type")}>
      {door.visit_types.map((type) => (
        <li key={type._id}>
          <button type="button" className={styles.row} onClick={() => choose(type._id)}>
            <span className={styles.name}>{typeNameOf(type, { t, door, language })}</span>
            <IconChevronRight size={24} stroke={1.7} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
};
