import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLocationId } from "../location.ts";
import { Editor } from "./editor.tsx";
import { visitTypeQuery } from "./queries.ts";

const Inner = () => {
  const { t } = useTranslation("visit-types");
  const { visitType = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(visitTypeQuery(useLocationId(), visitType));
  if (data !== undefined) return <Editor key={data._id} type={data} />;
  return (
    <Sheet title={t("title")}>
      <Waiting label={t("title")} error={error} again={refetch} />
    </Sheet>
  );
};

/** One visit type: what it asks, says, sends and prints, with the door beside it. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
