import { type FocusEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { LanguageRows } from "../../../components/form/language-rows.tsx";
import { type LocalisedTexts } from "../../../components/language/languages.ts";
import styles from "./message.module.css";

/** A value that can be put into a text: its name in the console, and its placeholder. */
export type Placeholder = { sign: string; label: string };

type MessageProps = {
  name: string;
  label: string;
  help?: string;
  texts: LocalisedTexts;
  whenEmpty: string;
  placeholders: readonly Placeholder[];
  long?: boolean;
  maxLength?: number;
  error?: string | undefined;
  onChange: (language: string, text: string) => void;
  onLanguage: (language: string) => void;
};

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** A text in all languages, and the values that can be put into it at the cursor. */
export const Message = ({ placeholders, texts, onChange, ...rest }: MessageProps) => {
  const { t } = useTranslation("visit-types");
  const last = useRef<Field | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const onFocus = ({ target }: FocusEvent): void => {
    if (isField(target)) last.current = target;
  };
  const insert = (sign: string): void => {
    const field = last.current ?? group.current?.querySelector<Field>("[data-text]");
    const language = field?.dataset["text"]?.split(".").at(-1);
    if (field === null || field === undefined || language === undefined) return;
    const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    onChange(language, `${field.value.slice(0, start)}${sign}${field.value.slice(end)}`);
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(start + sign.length, start + sign.length);
    });
  };
  return (
    <div ref={group} onFocus={onFocus}>
      <LanguageRows {...rest} texts={texts} onChange={onChange}>
        {placeholders.length > 0 && (
          <div className={styles.signs} role="group" aria-label={t("insert")}>
            {placeholders.map(({ sign, label }) => (
              <button key={sign} type="button" className={styles.sign} title={sign} onClick={() => insert(sign)}>
                {label}
              </button>
            ))}
          </div>
        )}
      </LanguageRows>
    </div>
  );
};
