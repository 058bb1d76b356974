import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { dayOf, formatDayHeading, formatNumber, formatTimeToSecond } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { Row, RowGroup } from "../../components/table/row.tsx";
import { type Line, RowList } from "../../components/table/row-list.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { useNow } from "../../lib/use-now.ts";
import styles from "./deliveries.module.css";
import type { Delivery, DeliveryFilter, useDeliveries } from "./queries.ts";
import { SendAgain } from "./send-again.tsx";
import { useOutcome, useSubject } from "./words.ts";

type DeliveryRowProps = {
  delivery: Delivery;
  selected: boolean;
  tabIndex: 0 | -1;
  open: (id: string) => void;
};

const DeliveryRow = ({ delivery, selected, tabIndex, open }: DeliveryRowProps) => {
  const [outcome, subject] = [useOutcome(), useSubject()];
  const writing = useFormatContext();
  const { _id: id, state, recovered, eventName, create_date } = delivery;
  const time = formatTimeToSecond(new Date(create_date), writing);
  // Beside the open delivery there is room for the name of the event alone: it is never broken.
  const isNarrow = useBreakpoint() === "medium";
  return (
    <Row
      selected={selected}
      lead={
        <span className={styles.outcome} data-state={recovered === true ? "recovered" : state}>
          {outcome(delivery)}
        </span>
      }
      title={
        <button
          type="button"
          className={styles.name}
          data-go
          tabIndex={tabIndex}
          aria-current={selected || undefined}
          onClick={() => open(id)}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && open(id)}
        >
          {eventName}
        </button>
      }
      below={isNarrow ? [subject(delivery), time].filter((part) => part !== "").join(", ") : subject(delivery)}
      end={isNarrow ? undefined : time}
    />
  );
};

/** The rows, under the day they ended on; today needs no heading. */
const useLines = (
  deliveries: readonly Delivery[],
  chosen: string | undefined,
  open: (id: string) => void,
): readonly Line[] => {
  const writing = useFormatContext();
  const now = new Date(useNow());
  const days = deliveries.map(({ create_date }) => dayOf(new Date(create_date), writing.timeZone));
  const today = dayOf(now, writing.timeZone);
  return deliveries.flatMap((delivery, index): Line[] => {
    const { _id: id, create_date } = delivery;
    const day = days[index] ?? today;
    const row: Line = {
      kind: "row",
      key: id,
      draw: (tabIndex) => <DeliveryRow delivery={delivery} selected={id === chosen} tabIndex={tabIndex} open={open} />,
    };
    if (day === (days[index - 1] ?? today)) return [row];
    const heading = <RowGroup>{formatDayHeading(new Date(create_date), writing, now)}</RowGroup>;
    return [{ kind: "group", key: day, heading }, row];
  });
};

type DeliveriesProps = {
  read: ReturnType<typeof useDeliveries>;
  show: DeliveryFilter;
  setShow: (show: DeliveryFilter) => void;
  failedToday: number;
  chosen: string | undefined;
  open: (id: string) => void;
  /** Sends a test; absent while that is impossible. */
  test: () => void;
};

const NoDeliveries = ({ show, test }: Pick<DeliveriesProps, "show" | "test">) => {
  const { t } = useTranslation("webhook");
  if (show === "failed") return <Empty title={t("noneFailed")}>{t("noneFailedHow")}</Empty>;
  return (
    <Empty title={t("noDeliveries")} action={<Button onClick={test}>{t("sendTest")}</Button>}>
      {t("noDeliveriesHow")}
    </Empty>
  );
};

const FailedDeliveries = ({ count }: { count: number }) => {
  const { t, i18n } = useTranslation("webhook");
  return (
    <>
      {t("show.failed")}
      {count > 0 && <span className={styles.count}> {formatNumber(count, i18n.language)}</span>}
    </>
  );
};

/** The outcomes of the calls, newest first: success is grey, so that failure is the only colour. */
export const Deliveries = ({ read, show, setShow, failedToday, chosen, open, test }: DeliveriesProps) => {
  const { t } = useTranslation("webhook");
  const { t: common } = useTranslation();
  const lines = useLines(read.deliveries, chosen, open);
  return (
    <section className={styles.list} aria-label={t("deliveries")}>
      <header className={styles.head}>
        <h2 className={styles.heading}>{t("deliveries")}</h2>
        <SegmentedControl
          aria-label={t("show.label")}
          value={show}
          data={[
            { value: "all", label: t("show.all") },
            { value: "failed", label: <FailedDeliveries count={failedToday} /> },
          ]}
          onChange={(next) => setShow(next === "failed" ? "failed" : "all")}
        />
      </header>
      {show === "failed" && lines.length > 0 && (
        <div className={styles.again}>
          <SendAgain />
        </div>
      )}
      {!read.isRead && <LoadingState label={common("loading")} error={read.error} retry={read.retry} />}
      {read.isRead && lines.length === 0 && <NoDeliveries show={show} test={test} />}
      {lines.length > 0 && (
        <RowList
          label={t("deliveries")}
          lines={lines}
          rowHeight={56}
          after={
            read.more !== undefined && (
              <div className={styles.more}>
                <Button busy={read.isReadingMore} onClick={read.more}>
                  {t("older")}
                </Button>
              </div>
            )
          }
        />
      )}
    </section>
  );
};
