import i18next from "i18next";
import { useTranslation } from "react-i18next";

import { localisedText } from "../../components/languages.ts";
import { useLocation } from "../../data/location.ts";
import type { Placeholder } from "./message.tsx";
import type { VisitTypeDraft } from "./model.ts";

/** Answers are put in by the name that they are stored under, which only a saved question has. */
const questions = ({ questions: all }: VisitTypeDraft, fallback: string): Placeholder[] =>
  all
    .filter(({ visible, isNew }) => visible && !isNew)
    .map(({ key, label }) => ({ sign: `%${key}%`, label: localisedText(label, i18next.language, fallback) || key }));

/** The values that a text of the visit type may hold; `extra` are the signs of a notification: `sign.<name>` are their names. */
export const usePlaceholders = (draft: VisitTypeDraft, extra: readonly string[] = []): Placeholder[] => {
  const { t } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const asked = questions(draft, default_language);
  const others = extra.map((name) => ({ sign: `%${name}%`, label: t(`sign.${name}`) }));
  return [...others, ...asked];
};
