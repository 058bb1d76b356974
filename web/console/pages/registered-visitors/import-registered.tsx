import { Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Table } from "../../../../shared/import/read-table.ts";
import { Button } from "../../components/button/button.tsx";
import { ColumnMatch } from "../../components/import/column-match.tsx";
import { matchColumns, type ColumnMapping } from "../../components/table/column-names.ts";
import { CsvSource } from "../../components/import/csv-source.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { type RowOutcome, RowOutcomes } from "../../components/table/row-outcomes.tsx";
import { useFormatContext, useLocationId } from "../../data/session/location.ts";
import { dayOf, formatLongDay } from "../../../shared/format.ts";
import { BatchPanel } from "./batch-panel.tsx";
import { useImportContext, useImportRows, useImportFields } from "./import-rows.ts";
import styles from "./queries.module.css";
import { type Registration, startBatch, useBatch } from "./registrations.ts";

type PreviewedRow = Omit<Registration, "key"> & { begins: string | undefined };

/** The invalid rows of a file, with their problems. */
const useRegistrations = (table: Table, matching: ColumnMapping): readonly PreviewedRow[] => {
  const { t } = useTranslation("registered-visitors");
  return useImportRows(table, matching).map(({ problem, ...row }) => ({
    ...row,
    problem: problem && t(`problem.${problem}`),
  }));
};

const usePreview = (rows: readonly PreviewedRow[]): readonly RowOutcome[] => {
  const { t } = useTranslation("registered-visitors");
  const writing = useFormatContext();
  const dayIn = (begins: string): string => formatLongDay(dayOf(new Date(begins), writing.timeZone), writing);
  return rows
    .map(({ name, problem, begins }, index): RowOutcome => ({
      key: String(index),
      name: name || t("row", { number: index + 1 }),
      state: problem === undefined ? "quiet" : "bad",
      words: problem ?? [t("ready"), ...(begins === undefined ? [] : [dayIn(begins)])].join(" · "),
    }))
    .toSorted((a, b) => Number(b.state === "bad") - Number(a.state === "bad"));
};

const Ready = ({ table, startOver }: { table: Table; startOver: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const location = useLocationId();
  const targets = useImportFields();
  const [matching, setMatching] = useState<ColumnMapping>(() => matchColumns(table.columns, targets));
  const [invites, setInvites] = useState(false);
  const rows = useRegistrations(table, matching);
  const bad = rows.filter(({ problem }) => problem !== undefined).length;
  const good = rows.length - bad;
  return (
    <div className={styles.import}>
      <ColumnMatch table={table} targets={targets} matching={matching} onChange={setMatching} />
      <div role="status">
        {bad > 0 && <Notice title={t("withProblems", { count: bad })}>{t("problemsStay")}</Notice>}
      </div>
      <RowOutcomes label={t("preview")} rows={usePreview(rows)} />
      <Switch
        label={t("sendInvitations")}
        description={t("help.invitations")}
        checked={invites}
        onChange={(event) => setInvites(event.currentTarget.checked)}
      />
      <div className={styles.buttons}>
        <Button kind="quiet" onClick={startOver}>
          {t("otherFile")}
        </Button>
        <Button kind="primary" disabled={good === 0} onClick={() => startBatch(location, rows, invites)}>
          {t("importAction", { count: good })}
        </Button>
      </div>
    </div>
  );
};

/** The file once it can be matched with the visit types and questions of the location. */
const Chosen = (props: Parameters<typeof Ready>[0]) => {
  const { t } = useTranslation();
  const { isRead, ...failure } = useImportContext();
  return isRead ? <Ready {...props} /> : <LoadingState label={t("loading")} {...failure} />;
};

/**
 * Imports registered visitors from a file: its columns are matched, its rows checked and then sent, each with its
 * outcome.
 */
export const ImportRegistered = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const [table, setTable] = useState<Table>();
  const batch = useBatch(useLocationId());
  if (batch !== undefined) return <BatchPanel batch={batch} title={t("import")} close={close} />;
  return (
    <Panel title={t("import")} close={close}>
      {table === undefined ? (
        <div className={styles.import}>
          <CsvSource help={t("importColumns")} take={setTable} />
        </div>
      ) : (
        <Chosen table={table} startOver={() => setTable(undefined)} />
      )}
    </Panel>
  );
};
