import { SegmentedControl } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconDeviceMobile,
  IconDeviceTablet,
  IconLanguage,
  IconX,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { accentVariables } from "../../../../shared/colour.ts";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { formatList } from "../../../../shared/format.ts";
import { useLanguageName, useInlineLanguageName, useTextLanguages } from "../../../components/language/languages.ts";
import { Notice } from "../../../components/feedback/notice.tsx";
import { useLocation, useLocationId } from "../../../data/session/location.ts";
import { BadgePreview } from "./badge-preview.tsx";
import { type MissingTranslations, missingTranslations } from "../completeness.ts";
import type { VisitTypeDraftState } from "../draft-state.ts";
import { PreviewScreen } from "./preview-screen.tsx";
import { MessageScreen } from "./preview-message.tsx";
import styles from "./preview.module.css";
import { rowOf, type Step, stepsOf } from "../steps.ts";

type Device = "tablet" | "phone";

const Incomplete = ({ lacking, editing }: { lacking: MissingTranslations; editing: VisitTypeDraftState }) => {
  const { t, i18n } = useTranslation("visit-types");
  const [nameOf, wordOf] = [useLanguageName(), useInlineLanguageName()];
  const navigate = useNavigate();
  const location = useLocationId();
  const [first = "en"] = useTextLanguages();
  const { questions, choices, texts } = lacking;
  const parts = (["questions", "choices", "texts"] as const)
    .filter((part) => lacking[part] > 0)
    .map((part) => t(`lacks.${part}`, { count: lacking[part] }));
  const what = formatList(parts, i18n.language);
  const fillIn = async (): Promise<void> => {
    const tab = lacking.row === "" ? "texts" : "questions";
    await navigate({ to: ".", params: { location }, search: { tab } });
    if (lacking.row !== "") editing.open(rowOf(lacking.row));
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-text="${lacking.first}"]`)?.focus());
  };
  return (
    <Notice
      icon={<IconLanguage stroke={1.6} />}
      title={t("incomplete", { language: nameOf(lacking.language) })}
      action={
        <Button size="row" onClick={() => void fillIn()}>
          {t("fillIn")}
        </Button>
      }
    >
      {t("shownIn", { count: questions + choices + texts, what, language: wordOf(first) })}
    </Notice>
  );
};

const Languages = ({ editing, lacking }: { editing: VisitTypeDraftState; lacking: readonly MissingTranslations[] }) => {
  const { t } = useTranslation("visit-types");
  const nameOf = useLanguageName();
  const languages = useTextLanguages();
  const isLacking = (language: string): boolean => lacking.some((one) => one.language === language);
  return (
    <SegmentedControl
      aria-label={t("preview.language")}
      value={editing.language}
      onChange={editing.setLanguage}
      data={languages.map((language) => ({
        value: language,
        label: (
          <span title={nameOf(language)} className={styles.language}>
            {language.toUpperCase()}
            {isLacking(language) && <span className={styles.dot} role="img" aria-label={t("preview.incomplete")} />}
          </span>
        ),
      }))}
    />
  );
};

const Walk = ({ steps, at, show }: { steps: readonly Step[]; at: number; show: (step: string) => void }) => {
  const { t } = useTranslation("visit-types");
  const go = (by: 1 | -1): void => {
    const next = steps[at + by];
    if (next !== undefined) show(next.key);
  };
  return (
    <div className={styles.walk}>
      <IconButton edged label={t("preview.previous")} disabled={at <= 0} onClick={() => go(-1)}>
        <IconArrowLeft />
      </IconButton>
      <span role="status">{t("preview.place", { place: at + 1, count: steps.length })}</span>
      <IconButton edged label={t("preview.next")} disabled={at >= steps.length - 1} onClick={() => go(1)}>
        <IconArrowRight />
      </IconButton>
    </div>
  );
};

/** The visitor's screens beside the form: the edited step, in the edited language, on a tablet and a phone. */
export const Preview = ({ editing, tab, close }: { editing: VisitTypeDraftState; tab: string; close?: () => void }) => {
  const { t } = useTranslation("visit-types");
  const { colour } = useLocation();
  const languages = useTextLanguages();
  const [device, setDevice] = useState<Device>("tablet");
  const { draft, step, show, language } = editing;
  const steps = stepsOf(draft);
  const at = Math.max(
    0,
    steps.findIndex(({ key }) => key === step),
  );
  const current = steps[at];
  const lacking = missingTranslations(draft, languages);
  const notice = lacking.find((one) => one.language === language) ?? lacking[0];
  const isAsking = tab === "questions" || tab === "notifications" || tab === "screening";
  return (
    <div className={styles.preview}>
      <header className={styles.head}>
        <h2 className={styles.title}>{tab === "badge" ? t("preview.badge") : t("preview.title")}</h2>
        <SegmentedControl
          aria-label={t("preview.device")}
          value={device}
          onChange={(next) => setDevice(next)}
          data={[
            {
              value: "tablet",
              label: <IconDeviceTablet size={18} stroke={1.6} role="img" aria-label={t("preview.tablet")} />,
            },
            {
              value: "phone",
              label: <IconDeviceMobile size={18} stroke={1.6} role="img" aria-label={t("preview.phone")} />,
            },
          ]}
        />
        <Languages editing={editing} lacking={lacking} />
        {close !== undefined && (
          <IconButton label={t("console:close")} onClick={close}>
            <IconX />
          </IconButton>
        )}
      </header>
      {tab === "badge" ? (
        <BadgePreview draft={draft} language={language} />
      ) : (
        <div className={styles.frame} data-device={device} data-scheme="light" style={accentVariables(colour)}>
          {isAsking && current !== undefined ? (
            <PreviewScreen draft={draft} step={current} at={at} count={steps.length} language={language} />
          ) : (
            <MessageScreen draft={draft} language={language} />
          )}
        </div>
      )}
      {isAsking && steps.length > 0 && <Walk steps={steps} at={at} show={show} />}
      {notice !== undefined && <Incomplete lacking={notice} editing={editing} />}
    </div>
  );
};
