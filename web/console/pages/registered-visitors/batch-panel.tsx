import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { type RowOutcome, RowOutcomes } from "../../components/table/row-outcomes.tsx";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./queries.module.css";
import { type Batch, forgetBatch, sendBatch, unsentOf } from "./registrations.ts";

const STATES = {
  registered: "ok",
  invited: "ok",
  over_limit: "bad",
  not_registered: "bad",
  not_invited: "bad",
} as const;

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

const useOutcomes = ({ rows, results }: Batch): readonly RowOutcome[] => {
  const { t } = useTranslation("registered-visitors");
  return rows
    .map(({ key, name, problem }, index): RowOutcome => {
      const shown = { key, name: name || t("row", { number: index + 1 }) };
      const result = results.get(key);
      if (problem !== undefined) return { ...shown, state: "bad", words: problem };
      if (result === undefined) return { ...shown, state: "quiet", words: t("ready") };
      const why = "words" in result ? result.words : "";
      return { ...shown, state: STATES[result.state], words: t(`result.${result.state}`, { why }) };
    })
    .toSorted((a, b) => Number(b.state === "bad") - Number(a.state === "bad"));
};

const Summary = ({ batch }: { batch: Batch }) => {
  const { t } = useTranslation("registered-visitors");
  const { rows, results, isRunning } = batch;
  if (isRunning)
    return <Progress done={results.size} of={rows.filter(({ problem }) => problem === undefined).length} />;
  const done = [...results.values()].filter(({ state }) => state !== "not_registered").length;
  const isWell = [...results.values()].every(({ state }) => STATES[state] === "ok") && done === rows.length;
  return (
    <Notice kind={isWell ? "info" : "warn"} title={t("imported", { count: done })}>
      {done < rows.length && t("notImported", { count: rows.length - done })}
    </Notice>
  );
};

/** Visitors who are being registered together, each with its outcome; failed ones can be sent again. */
export const BatchPanel = ({ batch, title, close }: { batch: Batch; title: string; close: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const location = useLocationId();
  const left = unsentOf(batch).length;
  const finish = (): void => {
    forgetBatch(location);
    close();
  };
  return (
    <Panel title={title} close={batch.isRunning || left > 0 ? close : finish}>
      <div className={styles.import}>
        <div role="status">
          <Summary batch={batch} />
        </div>
        <RowOutcomes label={t("outcomes")} rows={useOutcomes(batch)} />
        <div className={styles.buttons}>
          <Button kind={left > 0 ? "quiet" : "line"} disabled={batch.isRunning} onClick={finish}>
            {t(left > 0 ? "giveUp" : "done")}
          </Button>
          {left > 0 && (
            <Button kind="primary" busy={batch.isRunning} onClick={() => void sendBatch(location)}>
              {t("sendAgain", { count: left })}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
};
