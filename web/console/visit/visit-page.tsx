import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Crumbs } from "../components/crumbs.tsx";
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
  const name = (data !== undefined && nameOf(data)) || t("title");
  return (
    <Sheet
      title={
        <Crumbs to="/at/$location/log" params={{ location }} name={name}>
          {common("nav.log")}
        </Crumbs>
      }
    >
      <div className={styles.body}>
        <VisitSheet id={id} gone={back} wide />
      </div>
    </Sheet>
  );
};
