import { IconCheck } from "@tabler/icons-react";

import { localisedText } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import { sampleOf } from "./sample.ts";
import type { VisitTypeDraft } from "../model.ts";
import styles from "./preview.module.css";
import { useTextsIn } from "../texts-in.ts";

/**
 * The screens after a sign-in and after a sign-out, with the values of a sample visitor: Foyer greets, then the message
 * follows.
 */
export const MessageScreen = ({ draft, language }: { draft: VisitTypeDraft; language: string }) => {
  const { default_language } = useLocation();
  const t = useTextsIn(language);
  const { welcome_message, signout_message } = draft.translations;
  const said = (texts: typeof welcome_message): string => sampleOf(localisedText(texts, language, default_language));
  return (
    <div className={styles.screen} lang={language} data-end>
      <span className={styles.check}>
        <IconCheck size={22} stroke={2} aria-hidden="true" />
      </span>
      <p className={styles.greeting}>{sampleOf(t("door.welcome"))}</p>
      <p className={styles.news}>{`${sampleOf(t("door.told"))} ${said(welcome_message)}`}</p>
      <div className={styles.later}>
        <span>{t("door.atSignOut")}</span>
        <p>{`${sampleOf(t("door.goodbye"))} ${said(signout_message) || t("door.out")}`}</p>
      </div>
    </div>
  );
};
