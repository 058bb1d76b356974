import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconFileTypePdf, IconSignature, IconVideo } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { formatList } from "../../../shared/format.ts";
import { useInlineLanguageName, useTextLanguages } from "../../components/language/languages.ts";
import { ActiveSwitch, OrderedPage, useNameOf, useNewRecord } from "../../components/order/ordered-page.tsx";
import { saveOrderedRecords } from "../../components/order/ordered-records.ts";
import { RecordRow } from "../../components/table/record-row.tsx";
import { StatusLabel, Tag } from "../../components/feedback/status-label.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { draftOf, languagesWithoutContent } from "./model.ts";
import { type Agreement, agreementsQuery } from "./queries.ts";

const saveList = (location: string, agreements: readonly Agreement[]): Promise<void> =>
  saveOrderedRecords(agreementsQuery(location).queryKey, agreements, (id, body) =>
    api.request("PUT /companies/{company_id}/agreements/{agreement_id}", {
      params: { company_id: location, agreement_id: id },
      body,
    }),
  );

const ICONS = { text: IconSignature, pdf: IconFileTypePdf, video: IconVideo };

type RowProps = { agreement: Agreement; all: readonly Agreement[]; handle: ReactNode };

const Languages = ({ agreement }: { agreement: Agreement }) => {
  const { t, i18n } = useTranslation("agreements");
  const wordOf = useInlineLanguageName();
  const languages = useTextLanguages();
  const lacking = languagesWithoutContent(draftOf(agreement), languages);
  if (lacking.length === 0)
    return <StatusLabel kind="quiet">{t("languages", { count: languages.length })}</StatusLabel>;
  if (lacking.length === languages.length) return <StatusLabel kind="warning">{t("nothing")}</StatusLabel>;
  const names = formatList(lacking.map(wordOf), i18n.language);
  return <StatusLabel kind="warning">{t("lacks", { count: lacking.length, languages: names })}</StatusLabel>;
};

const AgreementRow = ({ agreement, all, handle }: RowProps) => {
  const { t } = useTranslation("agreements");
  const location = useLocationId();
  const { _id, version, type, active, visit_types } = agreement;
  const name = useNameOf()(agreement);
  const Icon = ICONS[type];
  const words = { label: t("activeLabel", { name }), isOn: t("isOn", { name }), isOff: t("isOff", { name }) };
  return (
    <RecordRow
      front={handle}
      icon={<Icon size={18} stroke={1.6} />}
      title={name}
      note={<Tag>{t("version", { version })}</Tag>}
      below={`${t(`type.${type}`)} · ${t("usedBy", { count: visit_types.length })}`}
      quiet={!active}
      link={{ to: "/at/$location/settings/agreements/$agreement", params: { location, agreement: _id } }}
      end={
        <>
          <Languages agreement={agreement} />
          <ActiveSwitch item={agreement} items={all} save={(next) => saveList(location, next)} words={words} />
        </>
      }
    />
  );
};

const useCreate = (count: number): ((name: string) => Promise<void>) => {
  const navigate = useNavigate();
  const location = useLocationId();
  const newRecord = useNewRecord(count);
  return async (name) => {
    const { _id: agreement } = await api.request("POST /companies/{company_id}/agreements", {
      params: { company_id: location },
      body: newRecord(name),
    });
    void queryClient.invalidateQueries({ queryKey: [location, "agreements"] });
    await navigate({ to: "/at/$location/settings/agreements/$agreement", params: { location, agreement } });
  };
};

/** What visitors are asked to sign, with how complete it is. */
export const AgreementsPage = () => {
  const { t } = useTranslation("agreements");
  const location = useLocationId();
  const list = useQuery(agreementsQuery(location));
  const all = list.data ?? [];
  const names = { title: t("title"), none: t("none"), noneHelp: t("noneHelp") };
  return (
    <OrderedPage
      words={{ ...names, new: t("new"), newName: t("newName"), create: t("create") }}
      list={list}
      save={(next) => saveList(location, next)}
      create={useCreate(all.length)}
    >
      {(agreement, handle) => <AgreementRow agreement={agreement} all={all} handle={handle} />}
    </OrderedPage>
  );
};
