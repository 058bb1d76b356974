import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconCamera, IconPlus, IconSignature, IconWritingSign } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Button } from "../../../components/button/button.tsx";
import { localisedText, useTextLanguages } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { kindIcon, KINDS, questionIcon } from "./kinds.ts";
import type { QuestionKind, Question } from "../model.ts";
import { agreementsQuery } from "../queries.ts";
import { unusedQuestions } from "../steps.ts";
import styles from "./questions.module.css";

let made = 0;

const newQuestion = (kind: QuestionKind): Question => {
  made += 1;
  const two = [1, 2].map((number) => ({ key: `choice${number}`, texts: {} }));
  const choices = kind === "dropdown" || kind === "radio" ? two : [];
  const texts = { label: {}, choices };
  return { key: `new${made}`, isNew: true, isBuiltIn: false, kind, required: false, visible: true, ...texts };
};

const focusLater = (name: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-text="${name}"]`)?.focus());

const OwnKinds = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  const [first = "en"] = useTextLanguages();
  const { draft, set, open } = editing;
  const add = (kind: QuestionKind): void => {
    const question = newQuestion(kind);
    set({ questions: [...draft.questions, question] });
    open(question.key);
    focusLater(`field.${question.key}.${first}`);
  };
  return (
    <>
      <Menu.Label>{t("ownQuestion")}</Menu.Label>
      {KINDS.map((kind) => {
        const Icon = kindIcon(kind);
        return (
          <Menu.Item key={kind} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => add(kind)}>
            {t(`kind.${kind}`)}
          </Menu.Item>
        );
      })}
    </>
  );
};

const BuiltIns = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const { draft, set, open } = editing;
  const ask = (key: string): void => {
    const question = draft.questions.find((one) => one.key === key);
    if (question === undefined) return;
    // It is added at the end.
    set({ questions: [...draft.questions.filter((one) => one.key !== key), { ...question, visible: true }] });
    open(key);
  };
  const unused = unusedQuestions(draft);
  return (
    <>
      {unused.length > 0 && <Menu.Label>{t("builtIn")}</Menu.Label>}
      {unused.map((question) => {
        const Icon = questionIcon(question);
        return (
          <Menu.Item key={question.key} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => ask(question.key)}>
            {localisedText(question.label, i18n.language, default_language)}
          </Menu.Item>
        );
      })}
    </>
  );
};

const Others = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { _id: location, default_language } = useLocation();
  const { data: agreements = [] } = useQuery(agreementsQuery(location));
  const { draft, set, open } = editing;
  const free = agreements.filter(({ _id, active }) => active && !draft.agreements.includes(_id));
  const addAgreement = (id: string): void => {
    set({ agreements: [...draft.agreements, id] });
    open(`agreement.${id}`);
  };
  const addPicture = (kind: "photo" | "signature"): void => {
    set({ [kind]: "optional" });
    open(kind);
  };
  return (
    <>
      {(free.length > 0 || draft.photo === "off" || draft.signature === "off") && (
        <Menu.Label>{t("others")}</Menu.Label>
      )}
      {free.map(({ _id, translations }) => (
        <Menu.Item key={_id} leftSection={<IconSignature size={18} stroke={1.6} />} onClick={() => addAgreement(_id)}>
          {localisedText(translations.name, i18n.language, default_language)}
        </Menu.Item>
      ))}
      {draft.photo === "off" && (
        <Menu.Item leftSection={<IconCamera size={18} stroke={1.6} />} onClick={() => addPicture("photo")}>
          {t("picture.photo")}
        </Menu.Item>
      )}
      {draft.signature === "off" && (
        <Menu.Item leftSection={<IconWritingSign size={18} stroke={1.6} />} onClick={() => addPicture("signature")}>
          {t("picture.signature")}
        </Menu.Item>
      )}
    </>
  );
};

/**
 * Adds an agreement, a photo, a signature, a custom question or a hidden built-in one. The first three are on top: below a
 * dozen kinds of questions they are out of sight.
 */
export const AddQuestion = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  return (
    <div className={styles.add}>
      <Menu position="bottom-start" width={260} returnFocus={false}>
        <Menu.Target>
          <Button icon={<IconPlus />}>{t("add")}</Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu ?? ""}>
          <Others editing={editing} />
          <OwnKinds editing={editing} />
          <BuiltIns editing={editing} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
};
