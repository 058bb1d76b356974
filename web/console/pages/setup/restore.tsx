import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { BackupOffer } from "../../../../server/areas/setup/contract.ts";
import { formatLongDay, formatNumber, formatTime } from "../../../shared/format.ts";
import { internalApi } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import styles from "./restore.module.css";
import { browserTimeZone } from "../../components/date/zone-search.ts";

const useNameOf = (): ((backup: BackupOffer) => string) => {
  const { t, i18n } = useTranslation("setup");
  const writing = { language: i18n.language, timeZone: browserTimeZone() };
  return ({ time, visits = 0 }) => {
    const at = new Date(time);
    const when = `${formatLongDay(at, writing)}, ${formatTime(at, writing)}`;
    return t("backupOf", { when, count: visits, number: formatNumber(visits, i18n.language) });
  };
};

const Progress = ({ token }: { token: string }) => {
  const { t } = useTranslation("setup");
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ["setup", token, "progress"],
    queryFn: () => internalApi.request("POST /setup/restore/progress", { body: { token } }),
    refetchInterval: ({ state }) => (state.data?.state === "running" || state.data === undefined ? 1000 : false),
  });
  const { state = "running", step = "check", percent = 0, message = "", notes = [] } = data ?? {};
  if (state === "failed")
    return (
      <p className={styles.problem} role="alert">
        {t("restoreFailed")} {message}
      </p>
    );
  if (state === "done")
    return (
      <>
        <div role="status">
          <p>{t("restored")}</p>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note.code}>{t(`restoreNote.${note.code}`, note)}</li>
            ))}
          </ul>
        </div>
        <Button kind="primary" size="setup" onClick={() => void navigate({ to: "/login" })}>
          {t("logIn")}
        </Button>
      </>
    );
  return (
    <>
      <p role="status">{t("restoring", { step: t(`restoreStep.${step === "" ? "check" : step}`), percent })}</p>
      <div className={styles.track} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </div>
    </>
  );
};

/** Restoring a backup of the folder instead of starting afresh. */
export const Restore = ({ token, backups }: { token: string; backups: readonly BackupOffer[] }) => {
  const { t } = useTranslation("setup");
  const nameOf = useNameOf();
  const [chosen, setChosen] = useState(backups[0]?.name ?? "");
  const [asks, setAsks] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const backup = backups.find(({ name }) => name === chosen);
  const begin = async (): Promise<void> => {
    await internalApi.request("POST /setup/restore", { body: { token, name: chosen, confirm: true } });
    setRunning(true);
  };
  return (
    <section className={styles.restore} aria-labelledby="restore">
      <h2 id="restore">{t("restore")}</h2>
      {isRunning ? (
        <Progress token={token} />
      ) : (
        <div className={styles.line}>
          <Select
            aria-label={t("backup")}
            className={styles.select ?? ""}
            data={backups.map((one) => ({ value: one.name, label: nameOf(one) }))}
            value={chosen}
            allowDeselect={false}
            onChange={(name) => name !== null && setChosen(name)}
          />
          <Button size="setup" onClick={() => setAsks(true)}>
            {t("restoreIt")}
          </Button>
        </div>
      )}
      <Confirm opened={asks} title={t("restoreTitle")} action={t("restoreIt")} run={begin} close={() => setAsks(false)}>
        {t("restoreBody", { backup: backup === undefined ? "" : nameOf(backup) })}
      </Confirm>
    </section>
  );
};
