import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatNumber, formatShortDay } from "../../shared/format.ts";
import { useAddressState } from "../components/address-state.ts";
import { Button } from "../components/button.tsx";
import { saveFile } from "../components/csv.ts";
import { Empty } from "../components/empty.tsx";
import { Filled, place } from "../components/filled.tsx";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { Waiting } from "../components/waiting.tsx";
import { writeXlsx, XLSX } from "../components/xlsx.ts";
import { useLocation, useWriting } from "../location.ts";
import { useToday } from "../today.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { type Chart, type Drawn as Shown, useCharts, useRowsOf } from "./charts.ts";
import styles from "./insights.module.css";
import { type Bar, type Counted, useCounted, useIsEmpty, useNames } from "./queries.ts";
import { before, type Days, lengthOf, spanOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";

const sumOf = (bars: readonly Bar[]): number => bars.reduce((sum, { total }) => sum + total, 0);

const useSummary = (days: Days, counted: Counted, old: Counted | undefined): string => {
  const { t, i18n } = useTranslation("insights");
  const total = sumOf(counted.hour);
  const perDay = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(total / lengthOf(days));
  const parts = [t("perDay", { number: perDay })];
  if (old !== undefined) {
    const then = sumOf(old.hour);
    const share = new Intl.NumberFormat(i18n.language, {
      style: "percent",
      maximumFractionDigits: 0,
      signDisplay: "exceptZero",
    }).format(then === 0 ? 0 : (total - then) / then);
    parts.push(then === 0 ? t("noneBefore") : t("comparedWith", { share, number: formatNumber(then, i18n.language) }));
  }
  return parts.join(", ");
};

const Summary = ({ days, counted, old }: Shown) => {
  const { t, i18n } = useTranslation("insights");
  const total = sumOf(counted.hour);
  const words = useSummary(days, counted, old);
  const number = (
    <span key="total" className={styles.total}>
      {formatNumber(total, i18n.language)}
    </span>
  );
  return (
    <p className={styles.summary}>
      <span className={styles.figure}>
        <Filled text={t("total", { count: total, number: place(0) })} parts={[number]} />
      </span>{" "}
      <span className={styles.quiet}>{words}</span>
    </p>
  );
};

const useFile = ({ start, end }: Days): ((part: string) => string) => {
  const { name } = useLocation();
  return (part) => [name, part, start, end].join(" ").replaceAll(/[\\/:*?"<>|]/g, "");
};

const Export = ({ charts, days }: { charts: readonly Chart[]; days: Days }) => {
  const { t } = useTranslation("insights");
  const rowsOf = useRowsOf();
  const file = useFile(days);
  const save = (): void => {
    const sheets = charts.map((chart) => ({ name: chart.head, rows: rowsOf(chart) }));
    saveFile(writeXlsx(sheets), `${file(t("title"))}.xlsx`, XLSX);
  };
  return (
    <Button icon={<IconDownload />} onClick={save}>
      {t("export")}
    </Button>
  );
};

const Drawn = (props: Shown) => {
  const { days } = props;
  const charts = useCharts(props);
  const file = useFile(days);
  return (
    <>
      <div className={styles.top}>
        <Summary {...props} />
        <Export charts={charts} days={days} />
      </div>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartFigure key={chart.key} chart={chart} file={file(chart.title)} />
        ))}
      </div>
    </>
  );
};

const useDays = (days: Days): string => {
  const writing = { ...useWriting(), timeZone: "UTC" };
  const { t } = useTranslation("insights");
  const day = (text: string): string => formatShortDay(new Date(`${text}T12:00:00Z`), writing);
  return days.start === days.end ? day(days.start) : t("daysOf", { from: day(days.start), to: day(days.end) });
};

const Insights = () => {
  const { t } = useTranslation("insights");
  const { t: common } = useTranslation();
  const today = useToday();
  const [range] = useAddressState("range");
  const [compare] = useAddressState("compare");
  const days = spanOf(range, today);
  const isCompared = compare !== undefined;
  const { data, error, again } = useCounted(days);
  const then = useCounted(before(days), isCompared);
  const names = useNames();
  const isEmpty = useIsEmpty();
  const note = useDays(days);
  if (isEmpty)
    return (
      <Sheet title={t("title")}>
        <Empty title={t("none")}>{t("noneHelp")}</Empty>
      </Sheet>
    );
  return (
    <Sheet title={t("title")} note={note}>
      <RangeBar days={days} today={today} />
      {data === undefined || names === undefined ? (
        <Waiting label={common("loading")} error={error} again={again} />
      ) : (
        <Drawn days={days} counted={data} old={isCompared ? then.data : undefined} names={names} />
      )}
    </Sheet>
  );
};

/** When visitors come, through which door and what for. */
export const Page = () => (
  <Only may="counters.read">
    <Insights />
  </Only>
);
