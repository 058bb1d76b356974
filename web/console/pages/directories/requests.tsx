import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import type { Directory } from "../../data/lists/directories.ts";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./directories.module.css";
import { requestsQuery } from "./directories.ts";

/** The last requests of a directory with what came of them. */
export const LastRequests = ({ directory }: { directory: Directory }) => {
  const { t } = useTranslation("directories");
  const writing = useFormatContext();
  const { data } = useQuery(requestsQuery(directory._id));
  const lines = data?.map((request, n) => ({ ...request, key: n }));
  return (
    <section className={styles.part}>
      <h3>{t("requests")}</h3>
      {lines?.length === 0 && <p>{t("noRequests")}</p>}
      <ul className={styles.list}>
        {lines?.map(({ key, at, method, path, status, detail }) => (
          <li key={key}>
            <code>
              {formatTime(new Date(at), writing)} {status} {method} {path}
            </code>
            {detail !== undefined && <p>{detail}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
};
