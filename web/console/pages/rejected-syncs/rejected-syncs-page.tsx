import { useQuery } from "@tanstack/react-query";
import { IconLogin2, IconLogout2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { RecordList, RecordRow } from "../../components/table/record-row.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { type RejectedSync, rejectedSyncsQuery } from "../../data/lists/status-queries.ts";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { useRejectedSyncActions, useVisitorName } from "./rejected-sync-actions.ts";
import styles from "./rejected-syncs.module.css";

type ItemProps = { item: RejectedSync };

const REASONS = new Set(["agreements", "signature", "photo", "host", "recipient", "visit_type", "recognition"]);

/** Why a sign-out closed no visit, by what it named its visitor by. */
const SIGN_OUT_REASONS = new Map<string, "unknownName" | "sharedName" | "unknownCode">([
  ["last_name", "unknownName"],
  ["company", "sharedName"],
  ["code", "unknownCode"],
]);

/** Why it was rejected, in words; a custom question is named as the kiosk sends it. */
const useReason = ({ kind, field }: RejectedSync): string => {
  const { t } = useTranslation("rejected-syncs");
  if (field === undefined) return t("reason.other");
  const ofSignOut = kind === "sign_out" ? SIGN_OUT_REASONS.get(field) : undefined;
  if (ofSignOut !== undefined) return t(`reason.${ofSignOut}`);
  return REASONS.has(field) ? t(`reason.${field}`) : t("reason.answer", { field });
};

const Below = ({ item }: ItemProps) => {
  const { t } = useTranslation("rejected-syncs");
  const writing = useFormatContext();
  const at = new Date(item.done_at);
  const when = { day: formatShortDay(at, writing), time: formatTime(at, writing), device: item.device };
  return [t(`done.${item.kind}`, when), useReason(item)].join(" · ");
};

const Discard = ({ item, opened, close }: ItemProps & { opened: boolean; close: () => void }) => {
  const { t } = useTranslation("rejected-syncs");
  const { discard } = useRejectedSyncActions();
  const name = useVisitorName()(item);
  return (
    <Confirm
      opened={opened}
      close={close}
      title={t(`discardTitle.${item.kind}`, { name })}
      action={t(`discardAction.${item.kind}`)}
      run={() => discard(item)}
    >
      {t(`lost.${item.kind}`)}
    </Confirm>
  );
};

const Acts = ({ item, discard }: ItemProps & { discard: () => void }) => {
  const { t } = useTranslation("rejected-syncs");
  const { resend } = useRejectedSyncActions();
  const name = useVisitorName()(item);
  if (item.decision !== undefined) return <StatusLabel kind="quiet">{t(`decision.${item.decision}`)}</StatusLabel>;
  return (
    <>
      <Button kind="danger" size="row" aria-label={t("discardName", { name })} onClick={discard}>
        {t("console:discard")}
      </Button>
      <Button size="row" aria-label={t("againName", { name })} onClick={() => void resend(item)}>
        {t("again")}
      </Button>
    </>
  );
};

const Row = ({ item }: ItemProps) => {
  const name = useVisitorName()(item);
  const [asks, setAsks] = useState(false);
  const isPhone = useBreakpoint() === "phone";
  const Icon = item.kind === "sign_in" ? IconLogin2 : IconLogout2;
  const acts = <Acts item={item} discard={() => setAsks(true)} />;
  return (
    <>
      <RecordRow
        icon={<Icon size={18} stroke={1.6} />}
        title={[name, ...(item.company === undefined ? [] : [item.company])].join(", ")}
        below={
          <>
            <Below item={item} />
            {isPhone && <span className={styles.acts}>{acts}</span>}
          </>
        }
        quiet={item.decision !== undefined}
        end={isPhone ? undefined : acts}
      />
      <Discard item={item} opened={asks} close={() => setAsks(false)} />
    </>
  );
};

/** Rejected sign-ins and sign-outs of kiosks, to resend or discard. */
export const RejectedSyncsPage = () => {
  const { t } = useTranslation("rejected-syncs");
  const { data, error, refetch } = useQuery(rejectedSyncsQuery(useLocationId()));
  if (data === undefined)
    return (
      <PageLayout title={t("title")}>
        <LoadingState label={t("title")} error={error} retry={refetch} />
      </PageLayout>
    );
  return (
    <PageLayout title={t("title")} note={data.length === 0 ? undefined : data.length}>
      {data.length === 0 ? (
        <Empty title={t("none")}>{t("noneHelp")}</Empty>
      ) : (
        <>
          <p className={styles.help}>{t("help")}</p>
          <RecordList>
            {data.map((item) => (
              <Row key={item._id} item={item} />
            ))}
          </RecordList>
        </>
      )}
    </PageLayout>
  );
};
