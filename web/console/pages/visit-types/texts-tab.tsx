import { Trans, useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { LanguageRows } from "../../components/form/language-rows.tsx";
import { Section } from "../../components/layout/page-layout.tsx";
import type { VisitTypeDraftState } from "./draft-state.ts";
import { Message } from "./preview/message.tsx";
import styles from "./preview/message.module.css";
import type { VisitTypeDraft } from "./model.ts";
import { usePlaceholders } from "./placeholders.ts";

type Key = keyof VisitTypeDraft["translations"];

/** Writes one text of a visit type in one language. */
export const writeText =
  ({ draft, set }: VisitTypeDraftState, key: Key) =>
  (language: string, text: string): void => {
    const { translations } = draft;
    set({ translations: { ...translations, [key]: { ...translations[key], [language]: text } } });
  };

/** The name of the visit type, and its messages at the end of a sign-in and a sign-out. */
export const TextsTab = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  const { draft, problem, setLanguage } = editing;
  const placeholders = usePlaceholders(draft);
  const { translations } = draft;
  return (
    <>
      <Section>
        <LanguageRows
          label={t("name")}
          help={t("nameHelp")}
          name="name"
          texts={translations.name}
          error={problemAt(problem, "name") ?? problemAt(problem, "translations.name")}
          onLanguage={setLanguage}
          onChange={writeText(editing, "name")}
        />
      </Section>
      {(["welcome_message", "signout_message"] as const).map((key) => (
        <Section key={key}>
          <Message
            long
            name={key}
            label={t(`message.${key}`)}
            help={t(`messageHelp.${key}`)}
            whenEmpty={t(`messageEmpty.${key}`)}
            texts={translations[key]}
            placeholders={placeholders}
            error={problemAt(problem, `translations.${key}`)}
            onLanguage={setLanguage}
            onChange={writeText(editing, key)}
          />
          <p className={styles.braces}>
            <Trans ns="visit-types" i18nKey="braces" components={{ code: <code /> }} />
          </p>
        </Section>
      ))}
    </>
  );
};
