import { IconTableExport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { IconButton } from "../../components/button/button.tsx";
import { saveCsv } from "../../components/import/csv.ts";
import { useLocationId } from "../../data/session/location.ts";
import { type Chart, type ChartBar, useRowsOf } from "./charts.ts";
import styles from "./insights.module.css";

const percent = (value: number, most: number): string => `${most === 0 ? 0 : (100 * value) / most}%`;

const mostOf = (bars: readonly ChartBar[]): number =>
  Math.max(1, ...bars.flatMap(({ total, before = 0 }) => [total, before]));

/** With more bars than this, only the highest shows its number. */
const NUMBERED_MAX = 14;

type ToLogProps = Pick<ChartBar, "log"> & {
  /** Part of the picture: the table beside it has the same link for the keyboard. */
  drawn?: boolean;
  className?: string | undefined;
  style?: CSSProperties;
  children?: ReactNode;
};

/** Leads to the visits that a bar counts, if the log can show them. */
const ToLog = ({ log, drawn = false, ...shown }: ToLogProps) => {
  const location = useLocationId();
  if (log === undefined) return <span {...shown} />;
  return (
    <Link
      {...shown}
      to="/at/$location/log"
      params={{ location }}
      search={log}
      {...(drawn && { tabIndex: -1 })}
      data-log
    />
  );
};

const Columns = ({ bars }: { bars: readonly ChartBar[] }) => {
  const { i18n } = useTranslation();
  const most = mostOf(bars);
  const peak = Math.max(...bars.map(({ total }) => total));
  const peakAt = bars.findIndex(({ total }) => total === peak);
  const isNumbered = (bar: ChartBar, index: number): boolean =>
    bar.total > 0 && (bars.length <= NUMBERED_MAX || index === peakAt);
  return (
    <div className={styles.columns} data-dense={bars.length > NUMBERED_MAX || undefined} aria-hidden="true">
      {bars.map((bar, index) => (
        <div className={styles.column} key={bar.key} title={`${bar.name}: ${formatNumber(bar.total, i18n.language)}`}>
          <div className={styles.stand}>
            {bar.before !== undefined && (
              <span className={styles.ghost} style={{ height: percent(bar.before, most) }} />
            )}
            <ToLog log={bar.log} drawn className={styles.ink} style={{ height: percent(bar.total, most) }} />
            {isNumbered(bar, index) && (
              <span className={styles.number} style={{ bottom: percent(Math.max(bar.total, bar.before ?? 0), most) }}>
                {formatNumber(bar.total, i18n.language)}
              </span>
            )}
          </div>
          <span className={styles.tick}>
            <span>{bar.tick}</span>
          </span>
        </div>
      ))}
    </div>
  );
};

/** The most rows in the chart: the table beside it has all. */
const DRAWN_MAX = 8;

const Rows = ({ bars }: { bars: readonly ChartBar[] }) => {
  const { i18n } = useTranslation();
  const most = mostOf(bars);
  return (
    <div className={styles.rows} aria-hidden="true">
      {bars.slice(0, DRAWN_MAX).map((bar) => (
        <div className={styles.row} key={bar.key}>
          <span className={styles.label}>
            <ToLog log={bar.log} drawn>
              {bar.name}
            </ToLog>
          </span>
          <span className={styles.lie}>
            {bar.before !== undefined && (
              <span className={styles.ghostRow} style={{ width: percent(bar.before, most) }} />
            )}
            <ToLog log={bar.log} drawn className={styles.inkRow} style={{ width: percent(bar.total, most) }} />
          </span>
          <span className={styles.amount}>{formatNumber(bar.total, i18n.language)}</span>
        </div>
      ))}
    </div>
  );
};

const change = (total: number, before: number): string => {
  if (total === before) return "0";
  return total > before ? `+${total - before}` : `−${before - total}`;
};

const Table = ({ chart }: { chart: Chart }) => {
  const { t, i18n } = useTranslation("insights");
  const compared = chart.bars.some(({ before }) => before !== undefined);
  const dated = chart.bars.some(({ day }) => day !== undefined);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it
    <div className={styles.table} role="region" aria-label={t("tableOf", { title: chart.title })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{chart.head}</th>
            <th scope="col">{chart.unit}</th>
            {compared && <th scope="col">{t("before")}</th>}
            {compared && <th scope="col">{t("change")}</th>}
            {dated && <th scope="col">{t("head.day")}</th>}
          </tr>
        </thead>
        <tbody>
          {chart.bars.map(({ key, name, total, before, day, log }) => (
            <tr key={key}>
              <th scope="row">
                <ToLog log={log}>{name}</ToLog>
              </th>
              <td>{formatNumber(total, i18n.language)}</td>
              {compared && <td>{before === undefined ? "" : formatNumber(before, i18n.language)}</td>}
              {compared && <td>{before === undefined ? "" : change(total, before)}</td>}
              {dated && <td>{day}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** A chart with its table beside it, and a download of both. @param file the name of the file, without its extension */
export const ChartFigure = ({ chart, file }: { chart: Chart; file: string }) => {
  const { t } = useTranslation("insights");
  const rowsOf = useRowsOf();
  const { title, shape, wide, words, nothing, bars } = chart;
  return (
    <section className={styles.chart} data-shape={shape} data-wide={wide || undefined} aria-label={title}>
      <header className={styles.chartHead}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t("saveCsv", { title })} onClick={() => saveCsv(rowsOf(chart), `${file}.csv`)}>
          <IconTableExport />
        </IconButton>
      </header>
      {words !== undefined && <p className={styles.words}>{words}</p>}
      {bars.length === 0 ? (
        <p className={styles.nothing}>{nothing}</p>
      ) : (
        <div className={styles.pair}>
          {shape === "rows" ? <Rows bars={bars} /> : <Columns bars={bars} />}
          <Table chart={chart} />
        </div>
      )}
    </section>
  );
};
