import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../shared/format.ts";
import { foyer, queries } from "../api.ts";
import { AddLine } from "../components/add-line.tsx";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { shownIn } from "../components/languages.ts";
import { changeList, numbered } from "../components/ordered.ts";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { RecordList, RecordRow } from "../components/record-row.tsx";
import { SortableList } from "../components/sortable.tsx";
import { say } from "../components/toast.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLocation, useLocationId } from "../location.ts";
import { usedQuery, type VisitType, visitTypesQuery } from "./queries.ts";
import styles from "./visit-types.module.css";

const saveList = (location: string, types: readonly VisitType[]): Promise<void> =>
  changeList(visitTypesQuery(location).queryKey, types, (id, body) =>
    foyer.request("PUT /companies/{company_id}/visittypes/{id}", { params: { company_id: location, id }, body }),
  );

const Used = ({ id }: { id: string }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { data } = useQuery(usedQuery(useLocationId(), id, true));
  if (data === undefined) return <span className={styles.used} />;
  return (
    <span className={styles.used}>{t("usedRecently", { count: data, number: formatNumber(data, i18n.language) })}</span>
  );
};

const TypeRow = ({ type, types, handle }: { type: VisitType; types: readonly VisitType[]; handle: ReactNode }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { _id: location, default_language } = useLocation();
  const name = shownIn(type.translations.name, i18n.language, default_language);
  const asked = type.fields.filter(({ visible }) => visible).length;
  const extras = [
    t("questions", { count: asked }),
    ...(type.agreements.length > 0 ? [t("agreements", { count: type.agreements.length })] : []),
    ...(type.screening ? [t("hostDecides")] : []),
    ...(type.badge ? [t("withBadge")] : []),
  ];
  const turn = (active: boolean): void => {
    const as = (next: boolean) => types.map((one) => (one._id === type._id ? { ...one, active: next } : one));
    void saveList(location, as(active));
    const undo = { label: t("common:undo"), hint: "Z", run: () => void saveList(location, as(!active)) };
    say({ words: active ? t("isOn", { name }) : t("isOff", { name }), action: undo });
  };
  return (
    <RecordRow
      front={handle}
      title={name}
      below={extras.join(" · ")}
      quiet={!type.active}
      link={{ to: "/at/$location/settings/visit-types/$visitType", params: { location, visitType: type._id } }}
      end={
        <>
          <Used id={type._id} />
          <Switch
            checked={type.active}
            aria-label={t("activeLabel", { name })}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
        </>
      }
    />
  );
};

const Types = ({ types }: { types: readonly VisitType[] }) => {
  const { t, i18n } = useTranslation("visit-types");
  const { _id: location, default_language } = useLocation();
  return (
    <RecordList>
      <SortableList
        label={t("title")}
        items={types}
        idOf={({ _id }) => _id}
        nameOf={({ translations }) => shownIn(translations.name, i18n.language, default_language)}
        onSort={(sorted) => void saveList(location, numbered(sorted))}
      >
        {(type, handle) => <TypeRow type={type} types={types} handle={handle} />}
      </SortableList>
    </RecordList>
  );
};

const useCreate = (count: number): ((name: string) => Promise<void>) => {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { _id: location, languages, default_language } = useLocation();
  const language = languages.includes(i18n.language) ? i18n.language : default_language;
  return async (name) => {
    const { _id: visitType } = await foyer.request("POST /companies/{company_id}/visittypes", {
      params: { company_id: location },
      body: { translations: { name: { [language]: name } }, index: count },
    });
    void queries.invalidateQueries({ queryKey: [location, "visit-types"] });
    await navigate({ to: "/at/$location/settings/visit-types/$visitType", params: { location, visitType } });
  };
};

const Inner = () => {
  const { t } = useTranslation("visit-types");
  const { data: types, error, refetch } = useQuery(visitTypesQuery(useLocationId()));
  const [adds, setAdds] = useState(false);
  const create = useCreate(types?.length ?? 0);
  const open = (
    <Button kind="primary" icon={<IconPlus />} onClick={() => setAdds(true)}>
      {t("new")}
    </Button>
  );
  return (
    <Sheet title={t("title")} note={types?.length} actions={types !== undefined && !adds && open}>
      {adds && <AddLine label={t("newName")} action={t("create")} add={create} close={() => setAdds(false)} />}
      {types !== undefined && types.length > 0 && <Types types={types} />}
      {types?.length === 0 && !adds && <Empty title={t("none")}>{t("noneHelp")}</Empty>}
      {types === undefined && <Waiting label={t("title")} error={error} again={refetch} />}
    </Sheet>
  );
};

/** The visit types of the location in the order in which the door offers them. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
