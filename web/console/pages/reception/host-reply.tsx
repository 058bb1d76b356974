import { useTranslation } from "react-i18next";

import { useHostReply } from "../../data/host-replies.ts";
import type { Visit } from "../../data/visits.ts";
import styles from "./rows.module.css";

/** What the host let the visitor know, such as "Host is on the way"; nothing where they did not. */
export const HostReply = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("reception");
  const given = useHostReply(visit._id);
  if (given === undefined) return null;
  const host = visit.recipient ?? t("theHost");
  return <span className={styles.reply}>{t(`reply.${given.reply}`, { host })}</span>;
};
