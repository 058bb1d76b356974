import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageLayout } from "../../components/layout/page-layout.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { Editor } from "./editor.tsx";
import { visitTypeQuery } from "./queries.ts";

/** One visit type: what it asks, says, sends and prints, with the door beside it. */
export const VisitTypePage = () => {
  const { t } = useTranslation("visit-types");
  const { visitType = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(visitTypeQuery(useLocationId(), visitType));
  if (data !== undefined) return <Editor key={data._id} type={data} />;
  return (
    <PageLayout title={t("title")}>
      <LoadingState label={t("title")} error={error} retry={refetch} />
    </PageLayout>
  );
};
