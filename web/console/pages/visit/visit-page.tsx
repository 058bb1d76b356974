import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Crumbs } from "../../components/layout/crumbs.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { visitQuery } from "../../features/visit/queries.ts";
import { VisitSheet } from "../../features/visit/visit-sheet.tsx";
import styles from "./visit-page.module.css";

/** One visit on a page of its own, whose address can be shared. */
export const VisitPage = () => {
  const { t } = useTranslation("visit");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const location = useLocationId();
  const { visit: id = "" } = useParams({ strict: false });
  const { data } = useQuery(visitQuery(location, id));
  const back = () => void navigate({ to: "/at/$location/log", params: { location } });
  const name = (data !== undefined && nameOf(data)) || t("title");
  return (
    <PageLayout
      title={
        <Crumbs to="/at/$location/log" params={{ location }} name={name}>
          {common("nav.log")}
        </Crumbs>
      }
    >
      <div className={styles.body}>
        <VisitSheet id={id} gone={back} wide />
      </div>
    </PageLayout>
  );
};
