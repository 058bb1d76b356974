import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatChannel, formatDayTime } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { useFormatContext, useLocationId } from "../../data/session/location.ts";
import { useCan, useMe } from "../../data/session/session.ts";
import styles from "./connections.module.css";
import { type Connection, invalidateConnections, settingsOf, testOf, type TestOutcome } from "./connections.ts";
import { ConnectionState, useConnectionName } from "./words.tsx";

const Test = ({ run }: { run: () => Promise<TestOutcome> }) => {
  const { t } = useTranslation("connections");
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await run());
      await invalidateConnections();
    } catch (error) {
      setOutcome({ works: false, words: problemOf(error).words });
    }
    setBusy(false);
  };
  return (
    <>
      {outcome !== undefined && (
        <div role="status">
          <Notice kind={outcome.works ? "info" : "bad"} title={t(outcome.works ? "works" : "fails")}>
            {outcome.words !== undefined && <span lang="en">{outcome.words}</span>}
          </Notice>
        </div>
      )}
      <Button busy={busy} onClick={() => void test()}>
        {t("test")}
      </Button>
    </>
  );
};

const Times = ({ connection: { last_success, last_failure, next_try } }: { connection: Connection }) => {
  const { t } = useTranslation("connections");
  const writing = useFormatContext();
  const when = (instant: string | undefined): string =>
    instant === undefined ? t("never") : formatDayTime(new Date(instant), writing);
  return (
    <>
      <Fact name={t("lastSuccess")}>{when(last_success)}</Fact>
      <Fact name={t("lastFailure")}>{when(last_failure)}</Fact>
      {next_try !== undefined && <Fact name={t("nextTry")}>{when(next_try)}</Fact>}
    </>
  );
};

/** One connection: how it is, what went wrong last, a test, and the way to its settings. */
export const ConnectionPanel = ({ connection, close }: { connection: Connection; close: () => void }) => {
  const { t } = useTranslation("connections");
  const nameOf = useConnectionName();
  const location = useLocationId();
  const isGlobal = useCan("service.manage");
  const { email } = useMe();
  const test = testOf(connection, isGlobal ? email : undefined);
  const link = settingsOf(connection, location, isGlobal);
  return (
    <Panel title={nameOf(connection)} close={close}>
      <Facts>
        <Fact name={t("kindLabel")}>{t(`kind.${connection.kind}`, formatChannel(connection.kind))}</Fact>
        <Fact name={t("stateLabel")}>
          <ConnectionState state={connection.state} />
        </Fact>
        <Times connection={connection} />
      </Facts>
      <div className={styles.parts}>
        {connection.error !== undefined && (
          <Notice kind={connection.state === "failing" ? "bad" : "info"} title={t("error")}>
            <span lang="en">{connection.error}</span>
          </Notice>
        )}
        <div className={styles.actions}>
          {test !== undefined && <Test run={test} />}
          <Link to={link.to} params={{ location: link.location }} search={link.search} className={styles.link}>
            {t("settings")}
          </Link>
        </div>
      </div>
    </Panel>
  );
};
