import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { DataTable } from "../../components/table/data-table.tsx";
import { useDayGroups } from "../../components/table/day-groups.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Tab, Tabs } from "../../components/layout/tabs.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { type OutboxHealth, outboxHealthQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useColumns } from "./columns.tsx";
import { MessagePanel } from "./message-panel.tsx";
import styles from "./outbox.module.css";
import { POLL_MS, type Message, type OutboxFilter, FILTERED_STATES, useOutbox } from "./queries.ts";

const countOf = (filter: OutboxFilter, health: OutboxHealth | undefined): number =>
  filter === "queued" ? (health?.waiting ?? 0) : filter === "failed" ? (health?.failed ?? 0) : 0;

const StateTabs = ({ shown, health }: { shown: OutboxFilter; health: OutboxHealth | undefined }) => {
  const { t, i18n } = useTranslation("outbox");
  const location = useLocationId();
  return (
    <Tabs label={t("which")}>
      {[undefined, ...FILTERED_STATES].map((state) => {
        const count = countOf(state, health);
        return (
          <Tab
            key={state ?? "all"}
            to="/at/$location/outbox"
            params={{ location }}
            search={state === undefined ? {} : { state }}
            current={state === shown}
          >
            {t(`tab.${state ?? "all"}`)}
            {count > 0 && <span className={styles.count}> {formatNumber(count, i18n.language)}</span>}
          </Tab>
        );
      })}
    </Tabs>
  );
};

/** The reason that messages can't be sent. */
const UnconfiguredNotice = ({ health }: { health: OutboxHealth | undefined }) => {
  const { t } = useTranslation("outbox");
  if (health === undefined || health.mail_configured || health.waiting === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice title={t("noMail")}>{t("noMailWaiting", { count: health.waiting })}</Notice>
    </div>
  );
};

/** From which part of the day's SMS on the page warns. */
const WARNING_SHARE = 0.8;

/** How many SMS are left today, when there are few. */
const SmsNotice = ({ health }: { health: OutboxHealth | undefined }) => {
  const { t, i18n } = useTranslation("outbox");
  if (health === undefined || health.sms_today === 0) return null;
  const { sms_today, sms_per_day } = health;
  if (sms_today < sms_per_day * WARNING_SHARE) return null;
  const [today, most] = [sms_today, sms_per_day].map((count) => formatNumber(count, i18n.language));
  return (
    <div className={styles.notice}>
      <Notice title={t("smsUsed", { today, most })}>{t("smsUsedHelp")}</Notice>
    </div>
  );
};

const NoMessages = ({ shown, health }: { shown: OutboxFilter; health: OutboxHealth | undefined }) => {
  const { t } = useTranslation("outbox");
  if (shown !== undefined) return <Empty title={t(`none.${shown}`)} />;
  const configured = health === undefined ? "" : health.mail_configured ? t("mailIsSet") : t("noMailYet");
  return (
    <Empty title={t("empty")}>
      {t("emptyHow")} {configured}
    </Empty>
  );
};

const queuedAt = ({ create_date }: Message): string => create_date;

/** Every email and SMS of the location, and whether it was sent. */
export const OutboxPage = () => {
  const { t } = useTranslation("outbox");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const [state] = useAddressState("state");
  const [open, setOpen] = useAddressState("message");
  const shown = FILTERED_STATES.find((one) => one === state);
  const { data: health } = useQuery({ ...outboxHealthQuery(location), refetchInterval: POLL_MS });
  const outbox = useOutbox(location, shown);
  const { messages, isRead, hasMore } = outbox;
  const columns = useColumns();
  const groupOf = useDayGroups(queuedAt);
  const message = messages.find(({ _id }) => _id === open);
  return (
    <PageLayout
      title={t("title")}
      tabs={<StateTabs shown={shown} health={health} />}
      panel={
        message !== undefined && <MessagePanel key={message._id} message={message} close={() => setOpen(undefined)} />
      }
    >
      <UnconfiguredNotice health={health} />
      <SmsNotice health={health} />
      {!isRead && <LoadingState label={common("loading")} error={outbox.error} retry={outbox.retry} />}
      {isRead && messages.length === 0 && <NoMessages shown={shown} health={health} />}
      {messages.length > 0 && (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={messages}
          isSearching={outbox.isSearching}
          idOf={({ _id }) => _id}
          total={messages.length + (hasMore ? 1 : 0)}
          loadMore={outbox.more}
          {...(message === undefined ? {} : { selected: message._id, onRowFocus: ({ _id }: Message) => setOpen(_id) })}
          onOpen={({ _id }) => setOpen(_id)}
          groupOf={groupOf}
        />
      )}
    </PageLayout>
  );
};
