import { TextInput } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { dayAfter, dayOf, formatShortDay } from "../../../shared/format.ts";
import { fromLocalDateTime } from "../../../shared/local-date-time.ts";
import { Button } from "../../components/button/button.tsx";
import { DayField } from "../../components/date/day-field.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { type Answer, api, queryClient } from "../../data/api/api.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import { useToday } from "../../data/lists/day.ts";
import { useFormatContext, useLocation } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import styles from "./my-visitors.module.css";

type StandIn = NonNullable<Answer<"GET /me/settings">["stand_in"]>;

const settingsQuery = queryOptions({
  queryKey: ["own settings"],
  queryFn: () => api.request("GET /me/settings"),
  staleTime: 0,
});

const DAYS = 7;

const write = async (stand_in: StandIn | null): Promise<void> => {
  await api.request("PUT /me/settings", { body: { stand_in } });
  await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
};

/** The first and the last day, on the location's clock. */
const useDays = (standIn: StandIn | undefined): { first: string; last: string } => {
  const { timezone } = useLocation();
  const today = useToday();
  if (standIn === undefined) return { first: today, last: dayAfter(today, DAYS) };
  const last = new Date(Date.parse(standIn.until) - 1);
  return { first: dayOf(new Date(standIn.from), timezone), last: dayOf(last, timezone) };
};

type FormProps = { standIn: StandIn | undefined; close: () => void };

const AwayForm = ({ standIn, close }: FormProps) => {
  const { t } = useTranslation("my-visitors");
  const { t: common } = useTranslation();
  const { timezone } = useLocation();
  const at = (day: string): string => fromLocalDateTime(`${day}T00:00`, timezone) ?? day;
  const form = useForm(
    { email: standIn?.email ?? "", ...useDays(standIn) },
    async ({ email, first, last }) => {
      await write({ email: email.trim(), from: at(first), until: at(dayAfter(last)) });
      showToast({ words: t("away.saved", { email: email.trim() }) });
      close();
    },
    {
      check: ({ email, first, last }) => {
        if (!isEmailAddress(email.trim())) return { field: "stand_in.email", words: t("wrong.email") };
        return last < first ? { field: "stand_in.until", words: t("wrong.days") } : undefined;
      },
    },
  );
  const { fields, set, problem } = form;
  const ofEmail = problemAt(problem, "stand_in.email");
  return (
    <PanelForm
      action={common("save")}
      busy={form.busy}
      problem={ofEmail === undefined ? problem?.words : undefined}
      submit={form.submit}
      close={close}
    >
      <p>{t("away.help")}</p>
      <TextInput
        label={t("away.email")}
        type="email"
        autoComplete="off"
        value={fields.email}
        error={ofEmail}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <DayField label={t("away.first")} value={fields.first} set={(first) => set({ first })} />
        <DayField label={t("away.last")} value={fields.last} set={(last) => set({ last })} />
      </div>
    </PanelForm>
  );
};

/** Who decides about the user's visitors while the user is away. */
export const AwayPanel = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("my-visitors");
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Panel title={t("away.title")} close={close}>
      {data === undefined ? (
        <LoadingState label={t("away.title")} error={error} retry={refetch} />
      ) : (
        <AwayForm standIn={data.stand_in} close={close} />
      )}
    </Panel>
  );
};

const end = async (): Promise<void> => {
  try {
    await write(null);
  } catch (error) {
    showToast({ kind: "problem", words: errorMessage(error) });
  }
};

/** A line above the lists that says who decides, from when until when; nothing if that is over. */
export const AwayLine = () => {
  const { t } = useTranslation("my-visitors");
  const { stand_in: standIn } = useQuery(settingsQuery).data ?? {};
  const writing = useFormatContext();
  const now = useNow();
  const { first, last } = useDays(standIn);
  if (standIn === undefined || Date.parse(standIn.until) <= now) return null;
  const days = { first: formatShortDay(first, writing), last: formatShortDay(last, writing) };
  return (
    <p className={styles.away}>
      {t("away.line", { email: standIn.email, ...days })}
      <Button size="row" onClick={() => void end()}>
        {t("away.end")}
      </Button>
    </p>
  );
};
