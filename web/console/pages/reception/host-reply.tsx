import { useTranslation } from "react-i18next";

import type { HostReply } from "../../data/lists/host-replies.ts";
import type { Visit } from "../../data/lists/visits.ts";
import styles from "./lists/rows.module.css";

/** What the host let the visitor know, such as "Host is on the way". */
export const HostReplyText = ({ visit, given }: { visit: Visit; given: HostReply }) => {
  const { t } = useTranslation("reception");
  const host = visit.recipient ?? t("theHost");
  return <span className={styles.reply}>{t(`reply.${given.reply}`, { host })}</span>;
};
