import i18next from "i18next";
import { useTranslation } from "react-i18next";

import { localisedText } from "../../components/language/languages.ts";
import { useLocation } from "../../data/session/location.ts";
import type { Placeholder } from "./preview/message.tsx";
import type { VisitTypeDraft } from "./model.ts";

/** Answers are inserted by their stored names, which only saved questions have. */
const questions = ({ questions: all }: VisitTypeDraft, fallback: string): Placeholder[] =>
  all
    .filter(({ visible, isNew }) => visible && !isNew)
    .map(({ key, label }) => ({ sign: `%${key}%`, label: localisedText(label, i18next.language, fallback) || key }));

/** The placeholders of the visit type's texts; `extra` are those of a notification, whose names are `sign.<name>`. */
export const usePlaceholders = (draft: VisitTypeDraft, extra: readonly string[] = []): Placeholder[] => {
  const { t } = useTranslation("visit-types");
  const { default_language } = useLocation();
  const asked = questions(draft, default_language);
  const others = extra.map((name) => ({ sign: `%${name}%`, label: t(`sign.${name}`) }));
  return [...others, ...asked];
};
