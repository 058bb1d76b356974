import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Table } from "../../../../shared/import/read-table.ts";
import { FoyerError } from "../../../../client/client.ts";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { useIsUntextable } from "../../components/feedback/cant-be-texted.tsx";
import { ColumnMatch } from "../../components/import/column-match.tsx";
import type { ColumnMapping } from "../../components/table/column-names.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { CsvSource } from "../../components/import/csv-source.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { RowOutcomes } from "../../components/table/row-outcomes.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { errorMessage, UserFacingError } from "../../data/api/error-message.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { guessed } from "./guess.ts";
import { importedCountQuery, invalidateHosts } from "./hosts.ts";
import { type CheckedRow, checkRows, type HostRow, useImportFields } from "./host-rows.ts";
import styles from "./hosts.module.css";

type Result = { received: number; created: number; updated: number; removed: number };

const Outcome = ({ result, close }: { result: Result; close: () => void }) => {
  const { t } = useTranslation("hosts");
  return (
    <div className={styles.import}>
      <Notice kind="info" title={t("replaced", { count: result.received })}>
        {t("whereImported")}
      </Notice>
      <div className={styles.facts}>
        <Facts>
          <Fact name={t("received")}>{result.received}</Fact>
          <Fact name={t("created")}>{result.created}</Fact>
          <Fact name={t("updated")}>{result.updated}</Fact>
          <Fact name={t("gone")}>{result.removed}</Fact>
        </Facts>
      </div>
      <div>
        <Button onClick={close}>{t("done")}</Button>
      </div>
    </div>
  );
};

const Rows = ({ rows }: { rows: readonly CheckedRow[] }) => {
  const { t } = useTranslation("hosts");
  const isUntextable = useIsUntextable();
  const words = ({ row, problem }: CheckedRow): string =>
    problem === undefined
      ? [
          row.mail ?? row.telephoneNumber ?? row.mobile ?? "",
          ...(isUntextable(row.mobile) ? [t("console:cantBeTexted")] : []),
        ].join(" · ")
      : t(`problem.${problem}`);
  return (
    <RowOutcomes
      label={t("preview")}
      rows={rows.map((checked, index) => ({
        key: String(index),
        name: checked.row.cn ?? t("row", { number: index + 1 }),
        state: checked.problem === undefined ? "quiet" : "bad",
        words: words(checked),
      }))}
    />
  );
};

type ReadyProps = { table: Table; startOver: () => void; done: (result: Result) => void };

const isUnconfirmed = (error: unknown): boolean => error instanceof FoyerError && error.code === "confirm_needed";

/** Sends the rows. Where many hosts would be removed, the service asks, and so does the page (rules 5.3). */
const useReplacing = (rows: readonly HostRow[], done: (result: Result) => void) => {
  const location = useLocationId();
  const [isQuestioned, setQuestioned] = useState(false);
  const send = async (query: { confirm?: boolean }): Promise<void> => {
    try {
      const result = await api.request("POST /companies/{company_id}/visitees/bulk", {
        params: { company_id: location },
        query,
        body: rows.filter((row): row is HostRow & { cn: string } => row.cn !== undefined),
      });
      await invalidateHosts(location);
      done(result);
    } catch (error) {
      if (isUnconfirmed(error)) setQuestioned(true);
      else throw new UserFacingError(problemOf(error).words, { cause: error });
    }
  };
  return {
    run: () => send({}),
    question: { opened: isQuestioned, close: () => setQuestioned(false), run: () => send({ confirm: true }) },
  };
};

const Replace = ({ rows, done }: { rows: readonly HostRow[]; done: (result: Result) => void }) => {
  const { t } = useTranslation("hosts");
  // Read anew: the count decides whether what is removed is asked about.
  const imports = useQuery({ ...importedCountQuery(useLocationId()), staleTime: 0 });
  const { data: imported = 0, isFetching, isError } = imports;
  const disabled = rows.length === 0 || isFetching;
  const { run, question } = useReplacing(rows, done);
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      showToast({ kind: "problem", words: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const action = t("replaceAction", { count: rows.length });
  return (
    <>
      {imported === 0 && !isError ? (
        <Button kind="primary" busy={busy} disabled={disabled} onClick={() => void start()}>
          {t("importAction", { count: rows.length })}
        </Button>
      ) : (
        <ConfirmButton
          button={
            <Button kind="primary" disabled={disabled}>
              {action}
            </Button>
          }
          title={isError ? t("replaceUnknown") : t("replaceTitle", { count: imported })}
          action={action}
          kind="primary"
          run={run}
        >
          {t("replaceBody", { count: rows.length })}
        </ConfirmButton>
      )}
      <Confirm {...question} title={t("removesMany")} action={t("removesManyAction")}>
        {t("removesManyBody")}
      </Confirm>
    </>
  );
};

const Ready = ({ table, startOver, done }: ReadyProps) => {
  const { t } = useTranslation("hosts");
  const targets = useImportFields();
  const [matching, setMatching] = useState<ColumnMapping>(() => guessed(table.columns, targets));
  const rows = checkRows(table, matching);
  const bad = rows.filter(({ problem }) => problem !== undefined);
  // Rows with a problem come first: they still need attention.
  const shown = [...bad, ...rows.filter(({ problem }) => problem === undefined)];
  const good = rows.flatMap(({ row, problem }) => (problem === undefined ? [row] : []));
  return (
    <div className={styles.import}>
      <ColumnMatch table={table} targets={targets} matching={matching} onChange={setMatching} />
      {bad.length > 0 && <Notice title={t("withProblems", { count: bad.length })}>{t("problemsStay")}</Notice>}
      <Rows rows={shown} />
      <div className={styles.buttons}>
        <Button kind="quiet" onClick={startOver}>
          {t("otherFile")}
        </Button>
        <Replace rows={good} done={done} />
      </div>
    </div>
  );
};

/** Hosts from a directory's file: they take the place of those of the last one. */
export const ImportHosts = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("hosts");
  const [table, setTable] = useState<Table>();
  const [result, setResult] = useState<Result>();
  return (
    <Panel title={t("import")} close={close}>
      {result !== undefined && <Outcome result={result} close={close} />}
      {result === undefined && table !== undefined && (
        <Ready table={table} startOver={() => setTable(undefined)} done={setResult} />
      )}
      {result === undefined && table === undefined && (
        <div className={styles.import}>
          <Notice title={t("replaces")}>{t("whereImported")}</Notice>
          <CsvSource help={t("importColumns")} take={setTable} />
        </div>
      )}
    </Panel>
  );
};
