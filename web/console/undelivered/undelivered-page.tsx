import { useQuery } from "@tanstack/react-query";
import { IconLogin2, IconLogout2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../shared/format.ts";
import { Button } from "../components/button.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Empty } from "../components/empty.tsx";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { RecordList, RecordRow } from "../components/record-row.tsx";
import { State } from "../components/state.tsx";
import { Waiting } from "../components/waiting.tsx";
import { type Undelivered, undeliveredQuery } from "../counts.ts";
import { useLocationId, useWriting } from "../location.ts";
import { useWidth } from "../width.ts";
import { useDecide, useName } from "./decide.ts";
import styles from "./undelivered.module.css";

type ItemProps = { item: Undelivered };

const REASONS = new Set(["agreements", "signature", "photo", "host", "recipient", "visit_type", "recognition"]);

/** Why it was refused, in words; a question of the location's own is named as the kiosk sends it. */
const useReason = ({ field }: Undelivered): string => {
  const { t } = useTranslation("undelivered");
  if (field === undefined) return t("reason.other");
  return REASONS.has(field) ? t(`reason.${field}`) : t("reason.answer", { field });
};

const Below = ({ item }: ItemProps) => {
  const { t } = useTranslation("undelivered");
  const writing = useWriting();
  const at = new Date(item.done_at);
  const when = { day: formatShortDay(at, writing), time: formatTime(at, writing), device: item.device };
  return [t(`done.${item.kind}`, when), useReason(item)].join(" · ");
};

const Discard = ({ item, opened, close }: ItemProps & { opened: boolean; close: () => void }) => {
  const { t } = useTranslation("undelivered");
  const { discard } = useDecide();
  const name = useName()(item);
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
  const { t } = useTranslation("undelivered");
  const { again } = useDecide();
  const name = useName()(item);
  if (item.decision !== undefined) return <State kind="quiet">{t(`decision.${item.decision}`)}</State>;
  return (
    <>
      <Button kind="danger" size="row" aria-label={t("discardName", { name })} onClick={discard}>
        {t("common:discard")}
      </Button>
      <Button size="row" aria-label={t("againName", { name })} onClick={() => void again(item)}>
        {t("again")}
      </Button>
    </>
  );
};

const Row = ({ item }: ItemProps) => {
  const name = useName()(item);
  const [asks, setAsks] = useState(false);
  const isPhone = useWidth() === "phone";
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

const Inner = () => {
  const { t } = useTranslation("undelivered");
  const { data, error, refetch } = useQuery(undeliveredQuery(useLocationId()));
  if (data === undefined)
    return (
      <Sheet title={t("title")}>
        <Waiting label={t("title")} error={error} again={refetch} />
      </Sheet>
    );
  return (
    <Sheet title={t("title")} note={data.length === 0 ? undefined : data.length}>
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
    </Sheet>
  );
};

/** What kiosks could not deliver: sent again, or discarded. */
export const Page = () => (
  <Only may="visits.write">
    <Inner />
  </Only>
);
