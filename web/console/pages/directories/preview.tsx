import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { api } from "../../data/api/api.ts";
import type { Directory } from "../../data/lists/directories.ts";
import styles from "./directories.module.css";
import { invalidateDirectories, type SyncAnswer } from "./directories.ts";

const COUNTS = ["created", "changed", "hidden", "removed"] as const;

const Plan = ({ plan, samples, stopped }: SyncAnswer) => {
  const { t } = useTranslation("directories");
  return (
    <>
      <dl className={styles.counts}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`plan.${name}`)}</dt>
            <dd>{plan[name]}</dd>
          </div>
        ))}
      </dl>
      {stopped === true && (
        <Notice kind="warn" title={t("stopped")}>
          {t("stoppedHelp")}
        </Notice>
      )}
      <ul className={styles.list}>
        {samples.map(({ what, _id, name, reason }) => (
          <li key={`${what} ${_id} ${reason}`}>
            {name} · {reason === undefined ? t(`plan.${what === "problem" ? "changed" : what}`) : t(`reason.${reason}`)}
          </li>
        ))}
      </ul>
    </>
  );
};

type PreviewProps = {
  directory: Directory;
  /** What would change, once that has been asked. */
  answer: SyncAnswer | undefined;
  setAnswer: (answer: SyncAnswer | undefined) => void;
};

/** What a sync would change, and the sync itself. */
export const Preview = ({ directory, answer, setAnswer }: PreviewProps) => {
  const { t } = useTranslation("directories");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (body: { dry_run: boolean; confirm: boolean }): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const found = await api.request("POST /directories/{id}/sync", { params: { id: directory._id }, body });
      setAnswer(body.dry_run ? found : undefined);
      // What was in order a moment ago: others have changed it since, and it asks again.
      if (found.stopped === true) setAnswer(found);
      else if (!body.dry_run) showToast({ words: t("synced") });
    } catch (error) {
      setProblem(problemOf(error).words);
    }
    await invalidateDirectories();
    setBusy(false);
  };
  return (
    <section className={styles.part}>
      <h3>{t("preview")}</h3>
      <p>{t("previewHelp")}</p>
      {answer !== undefined && <Plan {...answer} />}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <Button busy={busy} onClick={() => void run({ dry_run: true, confirm: false })}>
          {t("show")}
        </Button>
        {answer !== undefined && (
          <Button
            kind={answer.stopped === true ? "danger" : "primary"}
            busy={busy}
            onClick={() => void run({ dry_run: false, confirm: answer.stopped === true })}
          >
            {t("sync")}
          </Button>
        )}
      </div>
    </section>
  );
};
