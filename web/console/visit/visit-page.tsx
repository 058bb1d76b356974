import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Page as Sheet } from "../components/page.tsx";
import { useLocationId } from "../location.ts";
import { nameOf } from "../today.ts";
import { visitQuery } from "./queries.ts";
import { VisitSheet } from "./visit-sheet.tsx";
import styles from "./visit-page.module.css";

/** One visit on a page of its own: an address to send. */
export const Page = () => {
  const { t } = useTranslation("visit");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const location = useLocationId();
  const { visit: id = "" } = useParams({ strict: false });
  const { data } = useQuery(visitQuery(location, id));
  const back = () => void navigate({ to: "/at/$location/log", params: { location } });
  const crumb = (
    <span className={styles.crumb}>
      <Link to="/at/$location/log" params={{ location }} className={styles.link}>
        {common("nav.log")}
      </Link>
      <span aria-hidden="true">/</span>
      {(data !== undefined && nameOf(data)) || t("title")}
    </span>
  );
  return (
    <Sheet title={crumb}>
      <div className={styles.body}>
        <VisitSheet id={id} gone={back} wide />
      </div>
    </Sheet>
  );
};
