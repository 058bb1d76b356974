import { IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FileButton } from "../../components/form/file-button.tsx";
import { Button } from "../../components/button/button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import {
  fallbackLanguageOf,
  useLanguageName,
  useInlineLanguageName,
  useTextLanguages,
} from "../../components/language/languages.ts";
import { useLocation } from "../../data/session/location.ts";
import styles from "./agreements.module.css";
import type { AgreementDraftState } from "./model.ts";
import type { Document } from "./model.ts";

/** Most bytes of a document that the service takes. */
const BYTES_MAX = 10 * 1024 * 1024;

const read = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });

type DocumentRowProps = {
  language: string;
  document: Document | undefined;
  /** What is shown to visitors while there is none: the name of a language. */
  instead: string | undefined;
  href: string;
  set: (document: Document | undefined) => void;
};

const StoredDocument = ({ document, href }: { document: Document; href: string }) => {
  const { t, i18n } = useTranslation("agreements");
  const kilobytes = new Intl.NumberFormat(i18n.language, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
  const size = kilobytes.format(Math.max(1, document.bytes / 1024));
  return (
    <span className={styles.file}>
      <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />
      {document.data === undefined ? (
        <a href={href} target="_blank" rel="noreferrer" className={styles.link}>
          {t("openPdf")}
        </a>
      ) : (
        <span className={styles.fileName}>{document.name}</span>
      )}
      <span className={styles.size}>{size}</span>
    </span>
  );
};

const DocumentRow = ({ language, document, instead, href, set }: DocumentRowProps) => {
  const { t } = useTranslation("agreements");
  const [nameOf, wordOf] = [useLanguageName(), useInlineLanguageName()];
  const [problem, setProblem] = useState("");
  const choose = async (file: File): Promise<void> => {
    if (file.size > BYTES_MAX) return setProblem(t("tooLarge"));
    setProblem("");
    set({ bytes: file.size, name: file.name, data: await read(file) });
  };
  return (
    <div className={styles.document}>
      <span className={styles.language}>{nameOf(language)}</span>
      {document !== undefined && <StoredDocument document={document} href={href} />}
      {document === undefined && (
        <span className={styles.none}>
          {problem ||
            (instead === undefined ? t("noPdf") : t("console:shownUntilFilled", { language: wordOf(instead) }))}
        </span>
      )}
      <FileButton
        accept="application/pdf"
        language={language}
        label={t(document === undefined ? "uploadFor" : "replaceFor", { language: wordOf(language) })}
        take={(file) => void choose(file)}
      >
        {document === undefined ? t("upload") : t("replace")}
      </FileButton>
      {document !== undefined && (
        <Button
          kind="danger"
          size="row"
          aria-label={t("removeFor", { language: wordOf(language) })}
          onClick={() => set(undefined)}
        >
          {t("console:remove")}
        </Button>
      )}
    </div>
  );
};

/** The document of the agreement in each language. */
export const Documents = ({ editing: { draft, set, problem }, id }: { editing: AgreementDraftState; id: string }) => {
  const { t } = useTranslation("agreements");
  const { _id: location, default_language } = useLocation();
  const languages = useTextLanguages();
  const texts = Object.fromEntries(Object.keys(draft.pdf).map((language) => [language, "1"]));
  const refusal = problemAt(problem, "pdf") ?? problemAt(problem, "translations.pdf");
  const setOne = (language: string, document: Document | undefined): void => {
    const { [language]: _old, ...others } = draft.pdf;
    set({ pdf: document === undefined ? others : { ...others, [language]: document } });
  };
  return (
    <div role="group" aria-label={t("content.pdf")}>
      <div className={styles.label}>{t("content.pdf")}</div>
      <p className={styles.help}>{t("contentHelp.pdf")}</p>
      {languages.map((language) => (
        <DocumentRow
          key={language}
          language={language}
          document={draft.pdf[language]}
          instead={fallbackLanguageOf(texts, default_language)}
          href={`/api/companies/${location}/agreements/${id}/pdf?language_id=${language}`}
          set={(document) => setOne(language, document)}
        />
      ))}
      {refusal !== undefined && (
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
};
