import { IconPlus, IconScreenShare } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDayHeading, formatTime } from "../../../shared/format.ts";
import { ButtonLink } from "../../components/button/button.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { LiveDot } from "../../components/feedback/status-label.tsx";
import { useConnection } from "../../data/live/connection.ts";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session/session.ts";
import styles from "./bar.module.css";
import { NameField } from "./lists/name-field.tsx";

const Clock = () => {
  const { t } = useTranslation("reception");
  const writing = useFormatContext();
  const now = new Date(useNow());
  const connection = useConnection();
  const live = connection === "live";
  return (
    <div className={styles.clock}>
      <PageTitle hidden>{t("title")}</PageTitle>
      <time className={styles.time}>{formatTime(now, writing)}</time>
      <span className={styles.date}>{formatDayHeading(now, writing)}</span>
      <span className={styles.live} data-away={live ? undefined : connection}>
        <LiveDot live={live}>{t(`console:${connection}`)}</LiveDot>
      </span>
    </div>
  );
};

/** The time, the field that signs in and out, and the one primary action. */
export const Bar = () => {
  const { t } = useTranslation("reception");
  const location = useLocationId();
  const canWrite = useCan("visits.write");
  return (
    <header className={styles.bar}>
      <Clock />
      <div className={styles.field}>{canWrite && <NameField />}</div>
      <div className={styles.actions}>
        <Link
          to="/at/$location/big-screen"
          params={{ location }}
          className={styles.screen}
          aria-label={t("bigScreen")}
          title={t("bigScreen")}
        >
          <IconScreenShare size={18} stroke={1.6} aria-hidden="true" />
        </Link>
        {canWrite && (
          <ButtonLink
            to="/at/$location/sign-in"
            params={{ location }}
            kind="primary"
            icon={<IconPlus aria-hidden="true" />}
            hint="N"
          >
            {t("console:signInVisitor")}
          </ButtonLink>
        )}
      </div>
    </header>
  );
};
