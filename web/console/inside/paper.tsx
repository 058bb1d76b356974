import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { formatDay, formatTime } from "../../shared/format.ts";
import { useIsPrinting } from "../components/is-printing.ts";
import { useLocation, useWriting } from "../location.ts";
import { useNow } from "../now.ts";
import { nameOf, type Visit } from "../today.ts";
import styles from "./paper.module.css";

/** The list on paper: everybody who is shown, with a box to tick. */
export const Paper = ({ visits, doors }: { visits: readonly Visit[]; doors: ReadonlyMap<string, string> }) => {
  const { t } = useTranslation("inside");
  const writing = useWriting();
  const { name } = useLocation();
  const now = new Date(useNow());
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={styles.paper}>
      <h1>{t("paperTitle", { name, count: visits.length })}</h1>
      <p>{`${formatDay(now, writing)}, ${formatTime(now, writing)}`}</p>
      <table>
        <thead>
          <tr>
            <th>{t("safe")}</th>
            <th>{t("visitor")}</th>
            <th>{t("company")}</th>
            <th>{t("host")}</th>
            <th>{t("door")}</th>
            <th>{t("since")}</th>
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <tr key={visit._id}>
              <td>
                <span className={styles.box} />
              </td>
              <td>{nameOf(visit)}</td>
              <td>{visit.company}</td>
              <td>{visit.recipient}</td>
              <td>{doors.get(visit.entrypoint_id ?? "")}</td>
              <td>{formatTime(new Date(visit.signed_in), writing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
};
