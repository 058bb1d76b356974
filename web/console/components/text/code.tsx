import { IconCheck, IconCopy } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../button/button.tsx";
import styles from "./code.module.css";

/** Text for machines: sunken, in Geist Mono. JSON in it is drawn by JsonText. */
export const Code = ({ children }: { children: ReactNode }) => <pre className={styles.code}>{children}</pre>;

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|[^"]+/g;

const partsOf = (text: string): { at: number; part: string; name: string | undefined; colon: string | undefined }[] =>
  [...text.matchAll(TOKEN)].map(({ index, 0: part, 1: name, 2: colon }) => ({ at: index, part, name, colon }));

/** JSON with its keys in ink and its values in the accent colour. */
export const JsonText = ({ text }: { text: string }) =>
  partsOf(text).map(({ at, part, name, colon }) => {
    if (name === undefined) return part;
    return (
      <span key={at}>
        <span className={colon === undefined ? styles.value : styles.name}>{name}</span>
        {colon}
      </span>
    );
  });

/** Copies a text, and confirms that for a moment. */
export const CopyButton = ({ text, label }: { text: string; label?: string }) => {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <IconButton label={done ? t("copied") : (label ?? t("copy"))} onClick={() => void copy()}>
      {done ? <IconCheck /> : <IconCopy />}
    </IconButton>
  );
};
