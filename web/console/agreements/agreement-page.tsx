import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLocationId } from "../location.ts";
import { Editor } from "./editor.tsx";
import { agreementQuery } from "./queries.ts";

const Inner = () => {
  const { t } = useTranslation("agreements");
  const { agreement = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(agreementQuery(useLocationId(), agreement));
  if (data !== undefined) return <Editor key={data._id} agreement={data} />;
  return (
    <Sheet title={t("title")}>
      <Waiting label={t("title")} error={error} again={refetch} />
    </Sheet>
  );
};

/** One agreement: what is signed, by whom, for how long, and its versions. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
