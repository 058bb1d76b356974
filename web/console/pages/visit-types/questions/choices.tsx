import { IconPlus, IconX } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../../components/button/button.tsx";
import { useLanguageName, useTextLanguages } from "../../../components/language/languages.ts";
import styles from "./choices.module.css";
import type { Choice } from "../model.ts";

type ChoicesProps = {
  /** The key of the question. */
  name: string;
  choices: readonly Choice[];
  error: string | undefined;
  onChange: (choices: Choice[]) => void;
  onLanguage: (language: string) => void;
};

let made = 0;
const newKey = (): string => `new${(made += 1)}`;

const focusLater = (name: string): void =>
  void requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-text="${name}"]`)?.focus());

type ChipProps = {
  name: string;
  label: string;
  language: string;
  texts: Choice["texts"];
  number: number;
  /** The fallback language: choices are added and removed there. */
  first: string;
  onFocus: () => void;
  onChange: (text: string) => void;
  onAdd: () => void;
  onRemove: () => void;
};

/** A choice in one language. */
const Chip = ({ name, label, language, texts, number, first, onFocus, onChange, onAdd, onRemove }: ChipProps) => {
  const { t } = useTranslation("visit-types");
  return (
    <span className={styles.chip}>
      <input
        className={styles.input}
        data-text={name}
        aria-label={label}
        lang={language}
        value={texts[language] ?? ""}
        placeholder={texts[first] || label}
        onFocus={onFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && language === first && onAdd()}
      />
      {language === first && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t("removeChoice", { name: texts[first] || number })}
          onClick={onRemove}
        >
          <IconX size={15} stroke={1.8} aria-hidden="true" />
        </button>
      )}
    </span>
  );
};

const Wrong = ({ id, words }: { id: string; words: string }) => (
  <p className={styles.error} id={id} role="alert">
    {words}
  </p>
);

/** The choices of a question: a row per language, a chip per choice. Missing texts show the first language's. */
export const Choices = ({ name, choices, error, onChange, onLanguage }: ChoicesProps) => {
  const { t } = useTranslation("visit-types");
  const nameOf = useLanguageName();
  const languages = useTextLanguages();
  const [first = "en"] = languages;
  const errorId = useId();
  const add = (): void => {
    const key = newKey();
    onChange([...choices, { key, texts: {} }]);
    focusLater(`choice.${name}.${key}.${first}`);
  };
  const write = (key: string, language: string, text: string): void =>
    onChange(choices.map((one) => (one.key === key ? { ...one, texts: { ...one.texts, [language]: text } } : one)));
  return (
    <div
      className={styles.group}
      role="group"
      aria-label={t("choices")}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <div className={styles.label} aria-hidden="true">
        {t("choices")}
      </div>
      {languages.map((language) => (
        <div key={language} className={styles.row}>
          <span className={styles.language} aria-hidden="true">
            {nameOf(language)}
          </span>
          <div className={styles.chips}>
            {choices.map(({ key, texts }, index) => (
              <Chip
                key={key}
                name={`choice.${name}.${key}.${language}`}
                label={t("choice", { number: index + 1, language: nameOf(language) })}
                language={language}
                texts={texts}
                number={index + 1}
                first={first}
                onFocus={() => onLanguage(language)}
                onChange={(text) => write(key, language, text)}
                onAdd={add}
                onRemove={() => onChange(choices.filter((one) => one.key !== key))}
              />
            ))}
            {language === first && (
              <Button kind="quiet" size="row" icon={<IconPlus />} onClick={add}>
                {t("console:add")}
              </Button>
            )}
          </div>
        </div>
      ))}
      {error !== undefined && <Wrong id={errorId} words={error} />}
    </div>
  );
};
