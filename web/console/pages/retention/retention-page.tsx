import { NumberInput, Radio, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber, formatShortDay } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import type { SendChange } from "../../components/edits/save-merged.ts";
import { problemAt, problemOf, useDraft } from "../../components/edits/use-draft.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageLayout, Section } from "../../components/layout/page-layout.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { locationQuery, useLocation, useFormatContext } from "../../data/session/location.ts";
import { matchOf } from "../../data/api/record-tags.ts";
import { dueQuery, erasedBefore } from "./due.ts";
import styles from "./retention.module.css";

/** Long enough for questions about a visit, short enough for the law's "no longer than necessary". */
const PROPOSED_DAYS = 90;
const DAYS_MAX = 36_500;

type Draft = { retention_days: number | null; retention_covers_registered: boolean };
type RetentionDraftState = ReturnType<typeof useDraft<Draft>>;

const draftOf = ({ retention_days, retention_covers_registered }: Draft): Draft => ({
  retention_days,
  retention_covers_registered,
});

const useEditing = (): RetentionDraftState => {
  const { _id: location, settings } = useLocation();
  const send: SendChange<Draft> = async (changed, _, match) => {
    const saved = await api.request("PUT /companies/{company_id}", {
      params: { company_id: location },
      body: { settings: changed },
      ...match,
    });
    queryClient.setQueryData(locationQuery(location).queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: [location, "due"] });
  };
  return useDraft(draftOf(settings), send, {
    location,
    id: location,
    read: async () => {
      const record = await api.request("GET /companies/{company_id}", { params: { company_id: location } });
      return { fields: draftOf(record.settings), match: matchOf(record) };
    },
  });
};

const Period = ({ editing: { draft, set, problem } }: { editing: RetentionDraftState }) => {
  const { t } = useTranslation("retention");
  const [typed, setTyped] = useState(draft.retention_days ?? PROPOSED_DAYS);
  const { retention_days: days } = draft;
  const write = (value: number | string): void => {
    if (typeof value !== "number" || value < 1) return;
    setTyped(value);
    set({ retention_days: value });
  };
  return (
    <Section title={t("period")}>
      <Radio.Group
        aria-label={t("period")}
        value={days === null ? "kept" : "days"}
        error={problemAt(problem, "settings.retention_days") ?? problemAt(problem, "retention_days")}
        onChange={(choice) => set({ retention_days: choice === "kept" ? null : typed })}
      >
        <div className={styles.choices}>
          <div className={styles.days}>
            <Radio value="days" label={t("after")} />
            <NumberInput
              className={styles.number ?? ""}
              aria-label={t("days")}
              min={1}
              max={DAYS_MAX}
              allowDecimal={false}
              suffix={` ${t("daysAfter", { count: days ?? typed })}`}
              disabled={days === null}
              value={days ?? typed}
              onChange={write}
            />
          </div>
          <Radio value="kept" label={t("keep")} />
        </div>
      </Radio.Group>
      {days !== PROPOSED_DAYS && (
        <Notice
          kind="info"
          title={t("proposal", { count: PROPOSED_DAYS })}
          action={
            <Button size="row" onClick={() => write(PROPOSED_DAYS)}>
              {t("propose", { count: PROPOSED_DAYS })}
            </Button>
          }
        >
          {t("proposalReason")}
        </Notice>
      )}
    </Section>
  );
};

const RegisteredVisitorsPeriod = ({ editing: { draft, set, problem } }: { editing: RetentionDraftState }) => {
  const { t } = useTranslation("retention");
  return (
    <Section>
      <Switch
        label={t("registered")}
        description={t("registeredHelp")}
        checked={draft.retention_covers_registered}
        error={problemAt(problem, "retention_covers_registered")}
        onChange={(event) => set({ retention_covers_registered: event.currentTarget.checked })}
      />
    </Section>
  );
};

const Tonight = ({ days }: { days: number | null }) => {
  const { t, i18n } = useTranslation("retention");
  const writing = useFormatContext();
  const { _id: location, timezone } = useLocation();
  const [now] = useState(() => Date.now());
  const before = erasedBefore(now, timezone, (days ?? 1) - 1);
  const { data } = useQuery({ ...dueQuery(location, before), enabled: days !== null });
  if (days === null) return <p className={styles.words}>{t("nothingEver")}</p>;
  if (data === undefined) return <p className={styles.words}>{t("console:loading")}</p>;
  const day = formatShortDay(before, writing);
  return (
    <p className={styles.words}>{t("tonightCount", { count: data, number: formatNumber(data, i18n.language), day })}</p>
  );
};

const STAYS = ["counters", "audit", "hosts", "persistent"] as const;

/** @param days as saved @param isChanged there is another, unsaved number above */
const Facts = ({ days, isChanged }: { days: number | null; isChanged: boolean }) => {
  const { t } = useTranslation("retention");
  return (
    <>
      <Section title={t(isChanged ? "tonightUnsaved" : "tonight")}>
        <Tonight days={days} />
      </Section>
      <Section title={t("goes")} help={t("goesHelp")}>
        {null}
      </Section>
      <Section title={t("stays")}>
        <ul className={styles.list}>
          {STAYS.map((part) => (
            <li key={part}>{t(`stay.${part}`)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
};

/**
 * The day before which visits are erased as soon as a new number of days is saved; undefined if the number is
 * unchanged, or nothing is counted.
 */
const useNewLimit = ({ draft }: RetentionDraftState): string | undefined => {
  const { timezone, settings } = useLocation();
  const [now] = useState(() => Date.now());
  const { retention_days: days } = draft;
  return days === null || days === settings.retention_days ? undefined : erasedBefore(now, timezone, days);
};

const ShorterPeriodWarning = ({ editing }: { editing: RetentionDraftState }) => {
  const { t, i18n } = useTranslation("retention");
  const { _id: location } = useLocation();
  const before = useNewLimit(editing);
  const { data: count = 0 } = useQuery({ ...dueQuery(location, before ?? ""), enabled: before !== undefined });
  const number = formatNumber(count, i18n.language);
  if (before === undefined || count === 0) return null;
  return (
    <div className={styles.warning}>
      <Notice title={t("atOnce", { count, number })}>{t("atOnceHelp")}</Notice>
    </div>
  );
};

/** Errors that are not about the days themselves, such as a service that can't be reached. */
const Refusal = ({ editing: { problem } }: { editing: RetentionDraftState }) => {
  const { t } = useTranslation("retention");
  if (problem === undefined || problem.isNote === true || problemAt(problem, "settings.retention_days") !== undefined)
    return null;
  return (
    <div className={styles.warning}>
      <Notice kind="bad" title={t("console:failed")}>
        {problem.words}
      </Notice>
    </div>
  );
};

/** Saving a shorter period erases visits immediately and permanently, so it asks first. */
const SaveBar = ({ editing }: { editing: RetentionDraftState }) => {
  const { t, i18n } = useTranslation("retention");
  const { _id: location } = useLocation();
  const before = useNewLimit(editing);
  const [count, setCount] = useState(0);
  const [asks, setAsks] = useState(false);
  const number = formatNumber(count, i18n.language);
  const save = async (): Promise<void> => {
    try {
      const erased = before === undefined ? 0 : await queryClient.fetchQuery(dueQuery(location, before));
      setCount(erased);
      if (erased > 0) setAsks(true);
      else editing.save();
    } catch (error) {
      // Visits that can't be counted are not erased.
      showToast({ words: problemOf(error).words, kind: "problem" });
    }
  };
  return (
    <>
      <UnsavedBar {...editing} save={() => void save()} />
      <Confirm
        opened={asks}
        title={t("confirm.title", { count: editing.draft.retention_days ?? 0 })}
        action={t("confirm.action", { count, number })}
        run={async () => editing.save()}
        close={() => setAsks(false)}
      >
        {t("confirm.body", { count, number })}
      </Confirm>
    </>
  );
};

/** How long visits are kept, what is erased tonight, and what remains. */
export const RetentionPage = () => {
  const { t } = useTranslation("retention");
  const { settings } = useLocation();
  const editing = useEditing();
  return (
    <PageLayout title={t("title")}>
      <Period editing={editing} />
      <ShorterPeriodWarning editing={editing} />
      <Refusal editing={editing} />
      <RegisteredVisitorsPeriod editing={editing} />
      <Facts days={settings.retention_days} isChanged={editing.draft.retention_days !== settings.retention_days} />
      <SaveBar editing={editing} />
    </PageLayout>
  );
};
