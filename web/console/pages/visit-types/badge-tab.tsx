import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Notice } from "../../components/feedback/notice.tsx";
import { Section } from "../../components/layout/page-layout.tsx";
import type { VisitTypeDraftState } from "./draft-state.ts";
import styles from "./badge-tab.module.css";

const PARTS = ["location", "photo", "name", "host", "code"] as const;

/** Whether visitors get a badge, and its contents. The printer determines its size: the page fits both labels. */
export const BadgeTab = ({ editing: { draft, set } }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  return (
    <>
      <Section>
        <Switch
          label={t("badge")}
          description={t("badgeHelp")}
          checked={draft.badge}
          onChange={(event) => set({ badge: event.currentTarget.checked })}
        />
      </Section>
      {draft.badge && (
        <Section title={t("onBadge")}>
          <ul className={styles.parts}>
            {PARTS.map((part) => (
              <li key={part}>{t(`badgePart.${part}`)}</li>
            ))}
          </ul>
          <p className={styles.size}>{t("badgeSize")}</p>
          {draft.photo === "off" && (
            <Notice kind="info" title={t("noPhoto")}>
              {t("noPhotoHelp")}
            </Notice>
          )}
        </Section>
      )}
    </>
  );
};
