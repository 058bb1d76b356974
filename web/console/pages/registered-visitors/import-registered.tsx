import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api.ts";
import { Button } from "../../components/button.tsx";
import { ColumnMatch } from "../../components/column-match.tsx";
import { matchColumns, type ColumnMapping } from "../../components/column-names.ts";
import { CsvSource } from "../../components/csv-source.tsx";
import type { Table } from "../../components/csv.ts";
import { problemOf } from "../../components/use-draft.ts";
import { Notice } from "../../components/notice.tsx";
import { Panel } from "../../components/panel.tsx";
import { type RowOutcome, RowOutcomes } from "../../components/row-outcomes.tsx";
import { useLocationId } from "../../data/location.ts";
import { type ImportRow, useImportRows, useImportFields } from "./import-rows.ts";
import { invalidateRegisteredVisitors } from "./queries.ts";
import styles from "./queries.module.css";

type Body = Parameters<typeof api.request<"POST /knownvisitors">>[1]["body"];

/** What came of each row, by its number: undefined while it has not been sent. */
type Results = ReadonlyMap<number, { ok: boolean; words: string }>;

/** So many are sent at once. */
const TOGETHER = 4;

const useImport = (rows: readonly ImportRow[]) => {
  const location = useLocationId();
  const [results, setResults] = useState<Results>(new Map());
  const [running, setRunning] = useState(false);
  // A row that is sent again, because its answer was lost, is not registered twice.
  const batch = useRef(globalThis.crypto.randomUUID());
  const send = async (index: number): Promise<void> => {
    try {
      const body = { company_id: location, ...rows[index]?.body } as Body;
      await api.request("POST /knownvisitors", { body, idempotencyKey: `${batch.current}-${index}` });
      setResults((before) => new Map(before).set(index, { ok: true, words: "" }));
    } catch (error) {
      setResults((before) => new Map(before).set(index, { ok: false, words: problemOf(error).words }));
    }
  };
  const run = async (): Promise<void> => {
    setRunning(true);
    const left = rows.flatMap(({ problem }, index) =>
      problem === undefined && results.get(index)?.ok !== true ? [index] : [],
    );
    const work = async (): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) await send(index);
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    await invalidateRegisteredVisitors(location);
    setRunning(false);
  };
  return { results, running, run: () => void run() };
};

const useOutcomes = (rows: readonly ImportRow[], results: Results): readonly RowOutcome[] => {
  const { t } = useTranslation("registered-visitors");
  return rows
    .map(({ name, problem }, index): RowOutcome => {
      const result = results.get(index);
      const shared = { key: String(index), name: name || t("row", { number: index + 1 }) };
      if (problem !== undefined) return { ...shared, state: "bad", words: t(`problem.${problem}`) };
      if (result === undefined) return { ...shared, state: "quiet", words: t("ready") };
      return result.ok
        ? { ...shared, state: "ok", words: t("registered") }
        : { ...shared, state: "bad", words: result.words };
    })
    .toSorted((a, b) => Number(b.state === "bad") - Number(a.state === "bad"));
};

const Progress = ({ done, of }: { done: number; of: number }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={t("progress", { done, count: of })}
      aria-valuenow={done}
      aria-valuemax={of}
    >
      <span style={{ width: `${(100 * done) / Math.max(1, of)}%` }} />
    </div>
  );
};

const Summary = ({ rows, results, running }: { rows: readonly ImportRow[]; results: Results; running: boolean }) => {
  const { t } = useTranslation("registered-visitors");
  const bad = rows.filter(({ problem }) => problem !== undefined).length;
  const good = rows.length - bad;
  const done = [...results.values()].filter(({ ok }) => ok).length;
  if (running) return <Progress done={results.size} of={good} />;
  if (results.size > 0)
    return (
      <Notice kind={done === good ? "info" : "warn"} title={t("imported", { count: done })}>
        {done < rows.length ? t("notImported", { count: rows.length - done }) : ""}
      </Notice>
    );
  return bad === 0 ? null : <Notice title={t("withProblems", { count: bad })}>{t("problemsStay")}</Notice>;
};

const Ready = ({ table, again, close }: { table: Table; again: () => void; close: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const targets = useImportFields();
  const [matching, setMatching] = useState<ColumnMapping>(() => matchColumns(table.columns, targets));
  const rows = useImportRows(table, matching);
  const { results, running, run } = useImport(rows);
  const outcomes = useOutcomes(rows, results);
  const good = rows.filter(({ problem }) => problem === undefined).length;
  const left = good - [...results.values()].filter(({ ok }) => ok).length;
  return (
    <div className={styles.import}>
      {results.size === 0 && !running && (
        <ColumnMatch table={table} targets={targets} matching={matching} onChange={setMatching} />
      )}
      <div role="status">
        <Summary rows={rows} results={results} running={running} />
      </div>
      <RowOutcomes label={t("preview")} rows={outcomes} />
      <div className={styles.buttons}>
        <Button kind="quiet" disabled={running} onClick={again}>
          {t("otherFile")}
        </Button>
        {results.size > 0 && left === 0 ? (
          <Button onClick={close}>{t("done")}</Button>
        ) : (
          <Button kind="primary" busy={running} disabled={left === 0} onClick={run}>
            {t("importAction", { count: left })}
          </Button>
        )}
      </div>
    </div>
  );
};

/** Registered visitors from a file: its columns are matched, its rows checked and then sent, each with what came of it. */
export const ImportRegistered = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const [table, setTable] = useState<Table>();
  return (
    <Panel title={t("import")} close={close}>
      {table === undefined ? (
        <div className={styles.import}>
          <CsvSource help={t("importColumns")} take={setTable} />
        </div>
      ) : (
        <Ready table={table} again={() => setTable(undefined)} close={close} />
      )}
    </Panel>
  );
};
