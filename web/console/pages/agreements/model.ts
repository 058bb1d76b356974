import type { useDraft } from "../../components/edits/use-draft.ts";
import type { LocalisedTexts } from "../../components/language/languages.ts";
import type { Agreement } from "./queries.ts";

/** A document of a language: what is stored, or what was chosen just now. */
export type Document = { bytes: number; name?: string; data?: string };

/** An agreement as it is edited. */
export type AgreementDraft = {
  name: LocalisedTexts;
  active: boolean;
  type: Agreement["type"];
  agreement_text: LocalisedTexts;
  video: LocalisedTexts;
  /** WebVTT. */
  captions: LocalisedTexts;
  pdf: Readonly<Record<string, Document>>;
  visit_types: readonly string[];
  group_only: boolean;
  /** Days; null: forever valid. */
  expiry_days: number | null;
};

/** An agreement being edited. */
export type AgreementDraftState = ReturnType<typeof useDraft<AgreementDraft>>;

/** What is edited of an agreement. */
export const draftOf = (agreement: Agreement): AgreementDraft => ({
  name: agreement.translations.name,
  active: agreement.active,
  type: agreement.type,
  agreement_text: agreement.agreement_text,
  video: agreement.translations.video,
  captions: agreement.translations.captions ?? {},
  pdf: Object.fromEntries(
    Object.entries(agreement.pdf_files ?? {}).map(([language, { bytes }]) => [language, { bytes }]),
  ),
  visit_types: agreement.visit_types,
  group_only: agreement.group_only,
  expiry_days: agreement.expiry_days ?? null,
});

const pdfsOf = (pdf: AgreementDraft["pdf"], before: Agreement): Record<string, string | null> => ({
  ...Object.fromEntries(
    Object.keys(before.pdf_files ?? {})
      .filter((one) => !(one in pdf))
      .map((one) => [one, null]),
  ),
  ...Object.fromEntries(
    Object.entries(pdf).flatMap(([language, { data }]) => (data === undefined ? [] : [[language, data]])),
  ),
});

/** The body of the `PUT` that saves what changed. */
export const bodyOf = (
  { name, agreement_text, video, captions, pdf, ...rest }: Partial<AgreementDraft>,
  before: Agreement,
) => ({
  ...rest,
  translations: {
    ...(name === undefined ? {} : { name }),
    ...(agreement_text === undefined ? {} : { agreement_text }),
    ...(video === undefined ? {} : { video }),
    ...(captions === undefined ? {} : { captions }),
    ...(pdf === undefined ? {} : { pdf: pdfsOf(pdf, before) }),
  },
});

/** The languages that have no content of the agreement's kind, where another has some. */
export const languagesWithoutContent = (
  { type, agreement_text, video, pdf }: Pick<AgreementDraft, "type" | "agreement_text" | "video" | "pdf">,
  languages: readonly string[],
): string[] => {
  const content: Readonly<Record<string, unknown>> = { text: agreement_text, video, pdf }[type];
  const has = (language: string): boolean => (content[language] ?? "") !== "";
  return languages.filter((language) => !has(language));
};
