import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Door } from "../../visitor-flow/door.ts";
import { typeNameOf } from "../../visitor-flow/labels.ts";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./host.module.css";

/** The purpose of the visit. */
export const Types = ({ door, choose }: { door: Door; choose: (id: string) => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { language } = usePageContext();
  return (
    <ul className={`${styles.hosts} ${styles.list}`} aria-label={t("title.type")}>
      {door.visit_types.map((type) => (
        <li key={type._id}>
          <button type="button" className={styles.row} onClick={() => choose(type._id)}>
            <span className={styles.name}>{typeNameOf(type, { t, door, language })}</span>
            <IconChevronRight size={22} stroke={1.6} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
};
