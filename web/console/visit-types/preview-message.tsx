import { IconCheck } from "@tabler/icons-react";

import { shownIn } from "../components/languages.ts";
import { useLocation } from "../location.ts";
import { sampleOf } from "./sample.ts";
import type { Draft } from "./model.ts";
import styles from "./preview.module.css";
import { useTextsIn } from "./texts-in.ts";

/** The screens after a sign-in and after a sign-out, with the values of somebody made up. */
export const MessageScreen = ({ draft, language }: { draft: Draft; language: string }) => {
  const { default_language } = useLocation();
  const t = useTextsIn(language);
  const { welcome_message, signout_message } = draft.translations;
  const [welcome, ...more] = sampleOf(shownIn(welcome_message, language, default_language) || t("door.welcome"));
  const goodbye = sampleOf(shownIn(signout_message, language, default_language) || t("door.goodbye")).join(" ");
  return (
    <div className={styles.screen} lang={language} data-end>
      <span className={styles.check}>
        <IconCheck size={22} stroke={2} aria-hidden="true" />
      </span>
      <p className={styles.greeting}>{welcome}</p>
      <p className={styles.news}>{more.join(" ")}</p>
      <div className={styles.later}>
        <span>{t("door.atSignOut")}</span>
        <p>{goodbye}</p>
      </div>
    </div>
  );
};
