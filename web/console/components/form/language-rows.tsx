import { Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { useLocation } from "../../data/session/location.ts";
import styles from "./language-rows.module.css";
import {
  fallbackLanguageOf,
  type LocalisedTexts,
  useLanguageName,
  useInlineLanguageName,
  useTextLanguages,
} from "../language/languages.ts";

type LanguageRowsProps = {
  /** The name of the text; with the language it names each field. */
  label: string;
  help?: ReactNode;
  texts: LocalisedTexts;
  onChange: (language: string, text: string) => void;
  /** Called with the language being edited, so that a preview can follow. */
  onLanguage?: (language: string) => void;
  /** Shown in a field while no language has a text. */
  whenEmpty?: string;
  /** Several lines. */
  long?: boolean;
  maxLength?: number;
  error?: string | undefined;
  /** The fields are named `<name>.<language>`, so that errors find them. */
  name?: string;
  /** Under the heading, before the rows. */
  children?: ReactNode;
  /** Under the field of a language. */
  renderBelow?: (language: string) => ReactNode;
};

/** One text in every language of the location, as rows; an empty one shows its fallback. */
export const LanguageRows = (props: LanguageRowsProps) => {
  const {
    label,
    help,
    texts,
    onChange,
    onLanguage,
    whenEmpty,
    long = false,
    maxLength,
    error,
    name,
    children,
    renderBelow,
  } = props;
  const { t } = useTranslation();
  const id = useId();
  const [nameOf, wordOf] = [useLanguageName(), useInlineLanguageName()];
  const languages = useTextLanguages();
  const instead = fallbackLanguageOf(texts, useLocation().default_language);
  const Field = long ? Textarea : TextInput;
  return (
    <div className={styles.group} role="group" aria-labelledby={id}>
      <div className={styles.label} id={id}>
        {label}
      </div>
      {help !== undefined && <p className={styles.help}>{help}</p>}
      {children}
      {languages.map((language, index) => (
        <div className={styles.row} key={language} data-long={long || undefined}>
          <span className={styles.language} aria-hidden="true">
            {nameOf(language)}
          </span>
          <Field
            className={styles.field ?? ""}
            aria-label={t("textIn", { label, language: nameOf(language) })}
            data-text={`${name ?? label}.${language}`}
            lang={language}
            value={texts[language] ?? ""}
            placeholder={instead === undefined ? whenEmpty : t("shownUntilFilled", { language: wordOf(instead) })}
            error={index === 0 ? error : undefined}
            onFocus={() => onLanguage?.(language)}
            onChange={(event: { currentTarget: { value: string } }) => onChange(language, event.currentTarget.value)}
            {...(maxLength === undefined ? {} : { maxLength })}
            {...(long ? { minRows: 2, maxRows: 20 } : {})}
          />
          {renderBelow !== undefined && <div className={styles.below}>{renderBelow(language)}</div>}
        </div>
      ))}
    </div>
  );
};
