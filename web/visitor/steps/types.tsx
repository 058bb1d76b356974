import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type Door, inLanguage } from "../../shared/visit/door.ts";
import { usePlace } from "../place.ts";
import styles from "./host.module.css";

/** Why somebody is here. */
export const Types = ({ door, choose }: { door: Door; choose: (id: string) => void }) => {
  const { t } = useTranslation("visit");
  const { language } = usePlace();
  return (
    <ul className={`${styles.hosts} ${styles.list}`} aria-label={t("title.type")}>
      {door.visit_types.map(({ _id, name }) => (
        <li key={_id}>
          <button type="button" className={styles.row} onClick={() => choose(_id)}>
            <span className={styles.name}>{inLanguage(name, language, door.location.default_language) ?? ""}</span>
            <IconChevronRight size={22} stroke={1.6} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
};
