import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageLayout } from "../../components/layout/page-layout.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { Editor } from "./editor.tsx";
import { agreementQuery } from "./queries.ts";

/** One agreement: what is signed, by whom, for how long, and its versions. */
export const AgreementPage = () => {
  const { t } = useTranslation("agreements");
  const { agreement = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(agreementQuery(useLocationId(), agreement));
  if (data !== undefined) return <Editor key={data._id} agreement={data} />;
  return (
    <PageLayout title={t("title")}>
      <LoadingState label={t("title")} error={error} retry={refetch} />
    </PageLayout>
  );
};
