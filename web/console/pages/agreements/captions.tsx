import { useTranslation } from "react-i18next";

import { FileButton } from "../../components/form/file-button.tsx";
import { LanguageRows } from "../../components/form/language-rows.tsx";
import { useInlineLanguageName } from "../../components/language/languages.ts";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { AgreementDraftState } from "./model.ts";

/** The captions of the video in each language: a WebVTT file, uploaded or pasted. */
export const Captions = ({ editing: { draft, set, problem } }: { editing: AgreementDraftState }) => {
  const { t } = useTranslation("agreements");
  const wordOf = useInlineLanguageName();
  const setOne = (language: string, text: string): void => set({ captions: { ...draft.captions, [language]: text } });
  return (
    <LanguageRows
      name="captions"
      label={t("captions")}
      help={t("captionsHelp")}
      texts={draft.captions}
      long
      error={problemAt(problem, "captions") ?? problemAt(problem, "translations.captions")}
      onChange={setOne}
      renderBelow={(language) => (
        <FileButton
          accept=".vtt,text/vtt"
          language={language}
          label={t("captionsFor", { language: wordOf(language) })}
          take={(file) => void file.text().then((text) => setOne(language, text))}
        >
          {t("upload")}
        </FileButton>
      )}
    />
  );
};
