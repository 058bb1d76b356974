import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { IconDeviceTablet } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { IconButton } from "../../components/button/button.tsx";
import { Crumbs } from "../../components/layout/crumbs.tsx";
import type { SendChange } from "../../components/edits/save-merged.ts";
import { useDraft } from "../../components/edits/use-draft.ts";
import { localisedText, useTextLanguages } from "../../components/language/languages.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Tag } from "../../components/feedback/status-label.tsx";
import { Tab, Tabs } from "../../components/layout/tabs.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { useLocation, useLocationId } from "../../data/session/location.ts";
import { matchOf } from "../../data/api/record-tags.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { BadgeTab } from "./badge-tab.tsx";
import type { VisitTypeDraftState } from "./draft-state.ts";
import styles from "./editor.module.css";
import { bodyOf, type VisitTypeDraft, draftOf } from "./model.ts";
import { NotificationsTab } from "./notifications-tab.tsx";
import { Preview } from "./preview/preview.tsx";
import { usedQuery, type VisitType, visitTypeQuery } from "./queries.ts";
import { Questions } from "./questions/questions.tsx";
import { ScreeningTab } from "./screening-tab.tsx";
import { TextsTab } from "./texts-tab.tsx";
import { TypeMenu } from "./type-menu.tsx";

const TABS = ["questions", "texts", "notifications", "screening", "badge"] as const;
type TabName = (typeof TABS)[number];

const isTab = (value: unknown): value is TabName => TABS.some((tab) => tab === value);

const useEditing = (type: VisitType): VisitTypeDraftState => {
  const location = useLocationId();
  const languages = useTextLanguages();
  const [language, setLanguage] = useState(useLocation().default_language);
  const [{ step, isOpen }, setRow] = useState({ step: "", isOpen: false });
  const params = { company_id: location, id: type._id };
  const send: SendChange<VisitTypeDraft> = async (changed, _, match) => {
    const saved = await api.request("PUT /companies/{company_id}/visittypes/{id}", {
      params,
      body: bodyOf(changed, languages),
      ...match,
    });
    queryClient.setQueryData(visitTypeQuery(location, type._id).queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: [location, "visit-types"] });
  };
  return {
    ...useDraft(draftOf(type), send, {
      location,
      id: type._id,
      read: async () => {
        const record = await api.request("GET /companies/{company_id}/visittypes/{id}", { params });
        return { fields: draftOf(record), match: matchOf(record) };
      },
    }),
    language,
    setLanguage,
    step,
    isOpen,
    open: (next) => setRow((row) => ({ step: next ?? row.step, isOpen: next !== undefined })),
    show: (next) => setRow((row) => ({ ...row, step: next })),
  };
};

const TabBar = ({ tab, type }: { tab: TabName; type: VisitType }) => {
  const { t } = useTranslation("visit-types");
  const location = useLocationId();
  return (
    <Tabs label={t("parts")}>
      {TABS.map((name) => (
        <Tab
          key={name}
          current={name === tab}
          to="/at/$location/settings/visit-types/$visitType"
          params={{ location, visitType: type._id }}
          search={{ tab: name }}
        >
          {t(`tab.${name}`)}
        </Tab>
      ))}
    </Tabs>
  );
};

/** The tab of a field with an error; an error of another field is shown above the form. */
const tabOf = (field: string): TabName | undefined => {
  if (/^fields\.\d+/.test(field)) return "questions";
  if (/^(translations\.)?(name|welcome_message|signout_message)/.test(field)) return "texts";
  if (/^(ends_after_minutes|translations\.notification_sign_(in|out))/.test(field)) return "notifications";
  return /^(screening_mail|translations\.notification_)/.test(field) ? "screening" : undefined;
};

const Part = ({ tab, editing }: { tab: TabName; editing: VisitTypeDraftState }) => {
  if (tab === "texts") return <TextsTab editing={editing} />;
  if (tab === "notifications") return <NotificationsTab editing={editing} />;
  if (tab === "screening") return <ScreeningTab editing={editing} />;
  return tab === "badge" ? <BadgeTab editing={editing} /> : <Questions editing={editing} />;
};

/** The editor of a visit type: the form on the left, the preview on the right. */
export const Editor = ({ type }: { type: VisitType }) => {
  const { t, i18n } = useTranslation("visit-types");
  const location = useLocation();
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: unknown };
  const tab = isTab(wanted) ? wanted : "questions";
  const editing = useEditing(type);
  const { data: used } = useQuery(usedQuery(location._id, type._id, false));
  const isWide = useBreakpoint() === "wide";
  const [peeks, setPeeks] = useState(false);
  const { draft, problem } = editing;
  const name = localisedText(draft.translations.name, i18n.language, location.default_language);
  return (
    <PageLayout
      title={
        <Crumbs to="/at/$location/settings/visit-types" params={{ location: location._id }} name={name}>
          {t("title")}
        </Crumbs>
      }
      note={
        <span className={styles.tags}>
          {used !== undefined && <Tag>{t("used", { count: used, number: formatNumber(used, i18n.language) })}</Tag>}
          {!draft.active && <Tag>{t("off")}</Tag>}
        </span>
      }
      actions={
        <>
          {!isWide && (
            <IconButton label={t("preview.title")} aria-expanded={peeks} onClick={() => setPeeks(true)}>
              <IconDeviceTablet />
            </IconButton>
          )}
          <TypeMenu editing={editing} type={type} name={name} used={used} />
        </>
      }
      tabs={<TabBar tab={tab} type={type} />}
      panelWidth={568}
      panel={
        (isWide || peeks) && (
          <Preview editing={editing} tab={tab} {...(isWide ? {} : { close: () => setPeeks(false) })} />
        )
      }
    >
      {problem !== undefined && problem.isNote !== true && tabOf(problem.field) !== tab && (
        <div className={styles.problem}>
          <Notice kind="bad" title={t("refused")}>
            {problem.words}
          </Notice>
        </div>
      )}
      <Part tab={tab} editing={editing} />
      <UnsavedBar {...editing} />
    </PageLayout>
  );
};
