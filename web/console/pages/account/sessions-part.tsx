import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDayTime } from "../../../shared/format.ts";
import { internalApi, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import styles from "./account.module.css";
import { endSession, type Session, sessionsQuery } from "./sessions.ts";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const useFormatInstant = (): ((instant: string) => string) => {
  const { i18n } = useTranslation();
  const writing = { language: i18n.language, timeZone: ZONE };
  return (instant) => formatDayTime(new Date(instant), writing);
};

const PHONE = /Android|iOS/;

const Row = ({ session }: { session: Session }) => {
  const { t } = useTranslation("account");
  const formatInstant = useFormatInstant();
  const name = session.client ?? t("unknownClient");
  const Icon = PHONE.test(name) ? IconDeviceMobile : IconDeviceDesktop;
  const end = async (): Promise<void> => {
    try {
      await endSession(session._id);
      showToast({ words: t("ended", { name }) });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    }
  };
  return (
    <li className={styles.session}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.below}>
          {t("used", { moment: formatInstant(session.last_used), address: session.address })}
        </span>
      </span>
      {session.current ? (
        <span className={styles.here}>{t("here")}</span>
      ) : (
        <Button size="row" aria-label={t("endNamed", { name })} onClick={() => void end()}>
          {t("end")}
        </Button>
      )}
    </li>
  );
};

/** Where the user is logged in; each can be ended, and all at once. */
export const SessionsPart = () => {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endAll = async (): Promise<void> => {
    try {
      await internalApi.request("DELETE /session/all");
    } catch (problem) {
      showToast({ kind: "problem", words: problemOf(problem).words });
      return;
    }
    queryClient.clear();
    await navigate({ to: "/login" });
  };
  return (
    <Section title={t("sessions")} help={t("sessionsHelp")}>
      {data === undefined ? (
        <LoadingState label={common("loading")} error={error} retry={refetch} />
      ) : (
        <>
          <ul className={styles.sessions}>
            {data.map((session) => (
              <Row key={session._id} session={session} />
            ))}
          </ul>
          <div className={styles.buttons}>
            <Button kind="danger" onClick={() => void endAll()}>
              {t("endAll")}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
};
