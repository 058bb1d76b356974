import { useTranslation } from "react-i18next";

import type { Visit } from "../../data/lists/visits.ts";
import { answersOf } from "./visit-answers.ts";
import { Fact } from "./facts.tsx";
import { useReadFields } from "./queries.ts";
import styles from "./visit.module.css";

/** What a visitor answered to the questions of the location, under the questions' labels. */
export const Answers = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const fields = useReadFields();
  // Without their questions, answers would be shown under the keys of the interface.
  const answers = fields === undefined ? [] : answersOf(visit, fields);
  if (answers.length === 0) return null;
  const written = (value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  };
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("answers")}</h3>
      <dl className={styles.facts}>
        {answers.map(({ name, label, value }) => (
          <Fact key={name} label={label}>
            {written(value)}
          </Fact>
        ))}
      </dl>
    </section>
  );
};
