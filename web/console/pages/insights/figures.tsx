import { useTranslation } from "react-i18next";

import { formatDuration } from "../../../shared/format.ts";
import { type Times, useTimes } from "./queries.ts";
import styles from "./insights.module.css";
import type { DayRange } from "./range.ts";

const MINUTE_MS = 60_000;

/** A figure: its label, and the line below it. */
type Figure = { key: "stays" | "approvals" | "noShows"; value: string; note: string };

const useFigures = (times: Times): readonly Figure[] => {
  const { t, i18n } = useTranslation("insights");
  const duration = (minutes: number): string => formatDuration(minutes * MINUTE_MS, i18n.language);
  const { expected, no_shows } = times;
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 });
  const durations = (["stays", "approvals"] as const).flatMap((key): Figure[] => {
    const { median_minutes: median, p90_minutes: most } = times[key];
    if (median === undefined || most === undefined) return [];
    return [{ key, value: duration(median), note: t("figure.most", { duration: duration(most) }) }];
  });
  const note = t("figure.of", { count: expected, missing: no_shows });
  return expected === 0
    ? durations
    : [...durations, { key: "noShows", value: percent.format(no_shows / expected), note }];
};

const List = ({ times }: { times: Times }) => {
  const { t } = useTranslation("insights");
  const figures = useFigures(times);
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, value, note }) => (
        <div key={key}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd>
            <b>{value}</b> {note}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How long visits of a span lasted, how long visitors waited for approval, and how many never came. */
export const Figures = ({ days }: { days: DayRange }) => {
  const times = useTimes(days);
  return times === undefined ? null : <List times={times} />;
};
