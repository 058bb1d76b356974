import { Checkbox } from "@mantine/core";
import { IconLock, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { LanguageRows } from "../../../components/form/language-rows.tsx";
import { localisedText } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { NAME_FIELDS, type Question } from "../model.ts";
import { OpenRow } from "./open-row.tsx";
import styles from "./questions.module.css";

const Part = ({ editing, question }: { editing: VisitTypeDraftState; question: Question }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const { draft, set, setLanguage } = editing;
  const { key, label, visible, required } = question;
  const change = (part: Partial<Question>): void =>
    set({ questions: draft.questions.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <>
      <LanguageRows
        label={localisedText(label, i18n.language, default_language)}
        name={`field.${key}`}
        texts={label}
        onLanguage={setLanguage}
        onChange={(language, text) => change({ label: { ...label, [language]: text } })}
      />
      <div className={styles.foot}>
        <Checkbox
          label={t("visible")}
          checked={visible}
          onChange={(event) => change({ visible: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("required")}
          checked={required}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <span className={styles.fieldName} title={t("fieldName")}>
          <IconLock size={16} stroke={1.6} aria-hidden="true" />
          {key}
        </span>
      </div>
    </>
  );
};

/** First and last name: always asked first. */
export const NameRow = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  const parts = editing.draft.questions.filter(({ key }) => NAME_FIELDS.includes(key));
  const asked = parts.filter(({ visible }) => visible);
  const isRequired = asked.some(({ required }) => required);
  const state = isRequired ? t("required") : t("console:optional");
  return (
    <OpenRow
      editing={editing}
      rowKey="name"
      front={
        <span className={styles.lock} title={t("first")}>
          <IconLock size={17} stroke={1.6} aria-hidden="true" />
        </span>
      }
      icon={IconUser}
      title={t("kind.nameTitle")}
      kind={t("kind.name")}
      state={asked.length > 0 ? state : t("notAsked")}
      quiet={!isRequired}
    >
      {parts.map((question) => (
        <Part key={question.key} editing={editing} question={question} />
      ))}
    </OpenRow>
  );
};
