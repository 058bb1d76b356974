import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../../shared/format.ts";
import { countExpected } from "../../../data/lists/expected-today.ts";
import { useLocationId } from "../../../data/session/location.ts";
import styles from "./count-tabs.module.css";
import type { ReceptionData } from "../reception-data.ts";

/** The counts are the tabs: who is expected, who is inside, what needs the receptionist. */
export const CountTabs = ({ data, tab }: { data: ReceptionData; tab: string }) => {
  const { t, i18n } = useTranslation("reception");
  const location = useLocationId();
  const { waiting, lateDepartures, unseen } = data;
  const todo =
    waiting === undefined || lateDepartures === undefined
      ? undefined
      : waiting.length + lateDepartures.length + unseen.length;
  const tabs = [
    ...(data.canSeeExpected ? [{ key: "expected", count: data.expected && countExpected(data.expected) }] : []),
    { key: "inside", count: data.insideCount },
    ...(data.canWrite ? [{ key: "todo", count: todo }] : []),
  ];
  return (
    <nav className={styles.tabs} aria-label={t("lists")}>
      {tabs.map(({ key, count }) => (
        <Link
          key={key}
          to="/at/$location/reception"
          params={{ location }}
          search={{ tab: key }}
          replace
          className={styles.tab}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={key === tab ? "page" : undefined}
          data-on={key === tab || undefined}
          data-todo={(key === "todo" && Number(count) > 0) || undefined}
        >
          <span className={styles.count}>{count === undefined ? "" : formatNumber(count, i18n.language)}</span>
          <span>{t(`tab.${key}`)}</span>
        </Link>
      ))}
    </nav>
  );
};
