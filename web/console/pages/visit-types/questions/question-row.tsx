import { Checkbox, Switch } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../../components/button/button.tsx";
import { problemAt } from "../../../components/edits/use-draft.ts";
import { LanguageRows } from "../../../components/form/language-rows.tsx";
import { localisedText } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import { Choices } from "./choices.tsx";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { kindName, questionIcon } from "./kinds.ts";
import { CHOICE_KINDS, type Question } from "../model.ts";
import { OpenRow } from "./open-row.tsx";
import styles from "./questions.module.css";

type QuestionProps = { editing: VisitTypeDraftState; question: Question };

const changeIn = ({ draft, set }: VisitTypeDraftState, key: string, part: Partial<Question>): void =>
  set({ questions: draft.questions.map((one) => (one.key === key ? { ...one, ...part } : one)) });

const Foot = ({ editing, question }: QuestionProps) => {
  const { t } = useTranslation("visit-types");
  const { draft, set, open } = editing;
  const { key, isBuiltIn, isNew, required } = question;
  const remove = (): void => {
    open(undefined);
    // Built-in questions are hidden; custom ones are removed.
    if (isBuiltIn) changeIn(editing, key, { visible: false });
    else set({ questions: draft.questions.filter((one) => one.key !== key) });
  };
  return (
    <div className={styles.foot}>
      <Switch
        label={t("required")}
        checked={required}
        onChange={(event) => changeIn(editing, key, { required: event.currentTarget.checked })}
      />
      {!isNew && (
        <span className={styles.fieldName} title={t("fieldName")}>
          <IconLock size={16} stroke={1.6} aria-hidden="true" />
          {key}
        </span>
      )}
      <Button kind="danger" size="row" onClick={remove}>
        {t("console:remove")}
      </Button>
    </div>
  );
};

/** The text of a question in all languages, its choices, whether it is shown and required. */
const QuestionBody = ({ editing, question }: QuestionProps) => {
  const { t } = useTranslation("visit-types");
  const { draft, problem, setLanguage } = editing;
  const { key, kind, label, visible, isBuiltIn, choices } = question;
  const position = draft.questions.findIndex((one) => one.key === key);
  const lacksChoices = problemAt(problem, `fields.${position}.options`) !== undefined;
  return (
    <>
      <LanguageRows
        label={t("question")}
        name={`field.${key}`}
        texts={label}
        error={lacksChoices ? undefined : problemAt(problem, `fields.${position}`)}
        onLanguage={setLanguage}
        onChange={(language, text) => changeIn(editing, key, { label: { ...label, [language]: text } })}
      />
      {CHOICE_KINDS.has(kind) && !isBuiltIn && (
        <Choices
          name={key}
          choices={choices}
          error={lacksChoices ? t("twoChoices") : undefined}
          onLanguage={setLanguage}
          onChange={(next) => changeIn(editing, key, { choices: next })}
        />
      )}
      {!isBuiltIn && (
        <div>
          <div className={styles.heading}>{t("ask")}</div>
          <Checkbox
            label={t("visible")}
            checked={visible}
            onChange={(event) => changeIn(editing, key, { visible: event.currentTarget.checked })}
          />
        </div>
      )}
      <Foot editing={editing} question={question} />
    </>
  );
};

/** A question in the list. */
export const QuestionRow = ({ editing, question, handle }: QuestionProps & { handle: ReactNode }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const { draft, problem } = editing;
  const { key, label, visible, required } = question;
  const position = draft.questions.findIndex((one) => one.key === key);
  const state = required ? t("required") : t("console:optional");
  return (
    <OpenRow
      editing={editing}
      rowKey={key}
      front={handle}
      icon={questionIcon(question)}
      title={localisedText(label, i18n.language, default_language) || t("untitled")}
      kind={t(`kind.${kindName(question)}`)}
      state={visible ? state : t("notAsked")}
      quiet={!visible || !required}
      wrong={problemAt(problem, `fields.${position}`) !== undefined}
    >
      <QuestionBody editing={editing} question={question} />
    </OpenRow>
  );
};
