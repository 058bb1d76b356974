import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { LanguageRows } from "../../components/form/language-rows.tsx";
import { Section } from "../../components/layout/page-layout.tsx";
import styles from "./general.module.css";
import type { LocationDraftState } from "./model.ts";
import { CountField, FlagField } from "./setting-fields.tsx";

/** What visitors meet at the door: the privacy notice, and how the kiosk behaves. */
export const Door = ({ editing }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const { draft, set, problem } = editing;
  const seconds = t("seconds");
  return (
    <>
      <Section title={t("privacy")}>
        <LanguageRows
          long
          label={t("notice")}
          help={t("noticeHelp")}
          whenEmpty={t("noticeEmpty")}
          texts={draft.privacy_notice}
          error={problemAt(problem, "translations.privacy_notice")}
          onChange={(language, text) => set({ privacy_notice: { ...draft.privacy_notice, [language]: text } })}
        />
      </Section>
      <Section title={t("kiosk")}>
        <div className={styles.fields}>
          <FlagField editing={editing} name="hosts_must_be_valid" />
          <FlagField editing={editing} name="kiosk_sign_out_button" />
          <FlagField editing={editing} name="kiosk_keyboard" />
          <FlagField editing={editing} name="kiosk_camera" />
          <CountField editing={editing} name="kiosk_idle_seconds" min={5} max={3600} unit={seconds} />
          <CountField editing={editing} name="welcome_seconds" min={1} max={600} unit={seconds} />
        </div>
      </Section>
    </>
  );
};
