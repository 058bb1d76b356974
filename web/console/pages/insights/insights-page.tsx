import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { type Sheet, spreadsheet, XLSX } from "../../../../shared/spreadsheet.ts";
import { formatNumber, formatShortDay } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { saveFile } from "../../components/import/csv.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { useToday } from "../../data/lists/day.ts";
import { ChartFigure } from "./chart-figure.tsx";
import { type Chart, type ChartInput, useCharts, useRowsOf } from "./charts.ts";
import { Figures } from "./figures.tsx";
import styles from "./insights.module.css";
import { type Bar, type Statistics, useStatistics, useIsEmpty, useGroupNames } from "./queries.ts";
import { precedingRange, type DayRange, lengthOf, spanOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";

const sumOf = (bars: readonly Bar[]): number => bars.reduce((sum, { total }) => sum + total, 0);

const useSummary = (days: DayRange, counted: Statistics, old: Statistics | undefined): string => {
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

const Summary = ({ days, counted, old }: ChartInput) => {
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
        <InterpolatedText text={t("total", { count: total, number: slot(0) })} parts={[number]} />
      </span>{" "}
      <span className={styles.quiet}>{words}</span>
    </p>
  );
};

const useFile = ({ start, end }: DayRange): ((part: string) => string) => {
  const { name } = useLocation();
  return (part) => [name, part, start, end].join(" ").replaceAll(/[\\/:*?"<>|]/g, "");
};

const NAME_WIDTH = 28;
const NUMBER_WIDTH = 16;

const sheetOf = (name: string, [headers = [], ...rows]: (string | number)[][]): Sheet => ({
  name,
  headers: headers.map((text, n) => ({ text: String(text), width: n === 0 ? NAME_WIDTH : NUMBER_WIDTH })),
  rows,
});

const Export = ({ charts, days }: { charts: readonly Chart[]; days: DayRange }) => {
  const { t } = useTranslation("insights");
  const rowsOf = useRowsOf();
  const file = useFile(days);
  const save = async (): Promise<void> => {
    const bytes = await spreadsheet(charts.map((chart) => sheetOf(chart.sheet, rowsOf(chart))));
    saveFile(bytes, `${file(t("title"))}.xlsx`, XLSX);
  };
  return (
    <Button icon={<IconDownload />} onClick={() => void save()}>
      {t("export")}
    </Button>
  );
};

const Drawn = (props: ChartInput) => {
  const { days } = props;
  const charts = useCharts(props);
  const file = useFile(days);
  const { name } = useLocation();
  return (
    <>
      <p className={styles.onPaper}>{name}</p>
      <div className={styles.top}>
        <Summary {...props} />
        <Export charts={charts} days={days} />
      </div>
      <Figures days={days} />
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartFigure key={chart.key} chart={chart} file={file(chart.title)} />
        ))}
      </div>
    </>
  );
};

const useDays = (days: DayRange): string => {
  const writing = useFormatContext();
  const { t } = useTranslation("insights");
  const day = (text: string): string => formatShortDay(text, writing);
  return days.start === days.end ? day(days.start) : t("daysOf", { from: day(days.start), to: day(days.end) });
};

/** When visitors come, through which entrance and for what purpose. */
export const InsightsPage = () => {
  const { t } = useTranslation("insights");
  const { t: common } = useTranslation();
  const today = useToday();
  const [range] = useAddressState("range");
  const [compare] = useAddressState("compare");
  const days = spanOf(range, today);
  const isCompared = compare !== undefined;
  const { data, error, again } = useStatistics(days);
  const then = useStatistics(precedingRange(days), isCompared);
  const names = useGroupNames();
  const isEmpty = useIsEmpty();
  const note = useDays(days);
  if (isEmpty)
    return (
      <PageLayout title={t("title")}>
        <Empty title={t("none")}>{t("noneHelp")}</Empty>
      </PageLayout>
    );
  return (
    <PageLayout title={t("title")} note={note}>
      <RangeBar days={days} today={today} />
      {data === undefined || names === undefined ? (
        <LoadingState label={common("loading")} error={error} retry={again} />
      ) : (
        <Drawn days={days} counted={data} old={isCompared ? then.data : undefined} names={names} />
      )}
    </PageLayout>
  );
};
