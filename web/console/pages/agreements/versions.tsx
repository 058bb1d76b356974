import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatDayHeading, formatTime } from "../../../shared/format.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import styles from "./agreements.module.css";
import { versionsQuery } from "./queries.ts";

/** The versions of an agreement: what was signed before keeps the version it was signed in. */
export const Versions = ({ id }: { id: string }) => {
  const { t } = useTranslation("agreements");
  const writing = useFormatContext();
  const { data: versions = [] } = useQuery(versionsQuery(useLocationId(), id));
  if (versions.length === 0) return null;
  return (
    <Section title={t("versions")} help={t("versionsHelp")}>
      <ol className={styles.versions}>
        {versions.map(({ id: key, version, at, by }) => {
          const time = new Date(at);
          return (
            <li key={key}>
              <span className={styles.version}>{t("version", { version })}</span>
              <span>{by ?? t("unknownUser")}</span>
              <time dateTime={at}>
                {formatDayHeading(time, writing)}, {formatTime(time, writing)}
              </time>
            </li>
          );
        })}
      </ol>
    </Section>
  );
};
