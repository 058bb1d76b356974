import { useTranslation } from "react-i18next";

import { SortableList } from "../../../components/order/sortable.tsx";
import { localisedText } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import { AddQuestion } from "./add-question.tsx";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { NAME_FIELDS, type Question } from "../model.ts";
import { NameRow } from "./name-row.tsx";
import { AgreementRow, PictureRow } from "./other-rows.tsx";
import { QuestionRow } from "./question-row.tsx";
import styles from "./questions.module.css";
import { listedQuestions } from "../steps.ts";

/** Everything that visitors are asked, in order: one row opens in place. */
export const Questions = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const { draft, set } = editing;
  const listed = listedQuestions(draft);
  const nameOf = ({ label }: Question): string => localisedText(label, i18n.language, default_language);
  const sort = (sorted: Question[]): void => {
    const names = draft.questions.filter(({ key }) => NAME_FIELDS.includes(key));
    const rest = draft.questions.filter((question) => !names.includes(question) && !listed.includes(question));
    set({ questions: [...names, ...sorted, ...rest] });
  };
  return (
    <div className={styles.part}>
      <p className={styles.lead}>{t("lead")}</p>
      <div className={styles.list}>
        <NameRow editing={editing} />
        <SortableList label={t("tab.questions")} items={listed} idOf={({ key }) => key} nameOf={nameOf} onSort={sort}>
          {(question, handle) => <QuestionRow editing={editing} question={question} handle={handle} />}
        </SortableList>
        {draft.agreements.map((id) => (
          <AgreementRow key={id} editing={editing} id={id} />
        ))}
        {draft.photo !== "off" && <PictureRow editing={editing} kind="photo" />}
        {draft.signature !== "off" && <PictureRow editing={editing} kind="signature" />}
      </div>
      <AddQuestion editing={editing} />
    </div>
  );
};
