import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Static } from "typebox";

import type { VisitTypeInput } from "../../../../server/resources/visit-types/contract.ts";
import { VISIT_TYPE_TEMPLATES } from "../../../../shared/visit-type-templates.ts";
import { formatNumber } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import {
  ActiveSwitch,
  OrderedPage,
  type RecordStart,
  useNameOf,
  useNewRecord,
} from "../../components/order/ordered-page.tsx";
import { saveOrderedRecords } from "../../components/order/ordered-records.ts";
import { RecordRow } from "../../components/table/record-row.tsx";
import { useLocation, useLocationId } from "../../data/session/location.ts";
import { loadTemplates } from "../../features/visit-types/templates.ts";
import { usedQuery, type VisitType, visitTypesQuery } from "./queries.ts";
import styles from "./visit-types.module.css";

const saveList = (location: string, types: readonly VisitType[]): Promise<void> =>
  saveOrderedRecords(visitTypesQuery(location).queryKey, types, (id, body) =>
    api.request("PUT /companies/{company_id}/visittypes/{id}", { params: { company_id: location, id }, body }),
  );

const UsageCount = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { data } = useQuery(usedQuery(useLocationId(), id, true));
  if (data === undefined) return <span className={styles.used} />;
  return (
    <span className={styles.used}>{t("usedRecently", { count: data, number: formatNumber(data, i18n.language) })}</span>
  );
};

const useExtras = ({ fields, agreements, screening, badge }: VisitType): string => {
  const { t } = useTranslation("visit-types");
  const extras = [
    t("questions", { count: fields.filter(({ visible }) => visible).length }),
    ...(agreements.length > 0 ? [t("agreements", { count: agreements.length })] : []),
    ...(screening ? [t("hostDecides")] : []),
    ...(badge ? [t("withBadge")] : []),
  ];
  return extras.join(" · ");
};

const TypeRow = ({ type, types, handle }: { type: VisitType; types: readonly VisitType[]; handle: ReactNode }) => {
  const { t } = useTranslation("visit-types");
  const location = useLocationId();
  const name = useNameOf()(type);
  const words = { label: t("activeLabel", { name }), isOn: t("isOn", { name }), isOff: t("isOff", { name }) };
  return (
    <RecordRow
      front={handle}
      title={name}
      below={useExtras(type)}
      quiet={!type.active}
      link={{ to: "/at/$location/settings/visit-types/$visitType", params: { location, visitType: type._id } }}
      end={
        <>
          <UsageCount id={type._id} />
          <ActiveSwitch item={type} items={types} save={(next) => saveList(location, next)} words={words} />
        </>
      }
    />
  );
};

type NewVisitType = Static<typeof VisitTypeInput>;

/** Creates a visit type, and opens it. */
const useCreate = (): ((body: NewVisitType) => Promise<void>) => {
  const navigate = useNavigate();
  const location = useLocationId();
  return async (body) => {
    const { _id: visitType } = await api.request("POST /companies/{company_id}/visittypes", {
      params: { company_id: location },
      body,
    });
    void queryClient.invalidateQueries({ queryKey: [location, "visit-types"] });
    await navigate({ to: "/at/$location/settings/visit-types/$visitType", params: { location, visitType } });
  };
};

/** The templates of the setup, as the last of the list. */
const useTemplates = (count: number): RecordStart[] => {
  const { t } = useTranslation("visit-types");
  const { languages } = useLocation();
  const create = useCreate();
  return VISIT_TYPE_TEMPLATES.map((template) => ({
    name: t(`template.${template}.name`),
    create: async () => create((await loadTemplates(languages))(template, count)),
  }));
};

/** The visit types of the location in the order in which visitors are offered them. */
export const VisitTypesPage = () => {
  const { t } = useTranslation("visit-types");
  const location = useLocationId();
  const list = useQuery(visitTypesQuery(location));
  const types = list.data ?? [];
  const [create, newRecord] = [useCreate(), useNewRecord(types.length)];
  const names = { title: t("title"), none: t("none"), noneHelp: t("noneHelp") };
  return (
    <OrderedPage
      words={{ ...names, new: t("new"), newName: t("newName"), create: t("create"), empty: t("empty") }}
      list={list}
      save={(next) => saveList(location, next)}
      create={(name) => create(newRecord(name))}
      templates={useTemplates(types.length)}
    >
      {(type, handle) => <TypeRow type={type} types={types} handle={handle} />}
    </OrderedPage>
  );
};
