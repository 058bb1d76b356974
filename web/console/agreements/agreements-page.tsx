import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconFileTypePdf, IconPlus, IconSignature, IconVideo } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { foyer, queries } from "../api.ts";
import { AddLine } from "../components/add-line.tsx";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { listed, shownIn, useLanguageName, useTextLanguages } from "../components/languages.ts";
import { changeList, numbered } from "../components/ordered.ts";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { RecordList, RecordRow } from "../components/record-row.tsx";
import { SortableList } from "../components/sortable.tsx";
import { State, Tag } from "../components/state.tsx";
import { say } from "../components/toast.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLocation, useLocationId } from "../location.ts";
import { draftOf, lackingOf } from "./model.ts";
import { type Agreement, agreementsQuery } from "./queries.ts";

const saveList = (location: string, agreements: readonly Agreement[]): Promise<void> =>
  changeList(agreementsQuery(location).queryKey, agreements, (id, body) =>
    foyer.request("PUT /companies/{company_id}/agreements/{agreement_id}", {
      params: { company_id: location, agreement_id: id },
      body,
    }),
  );

const ICONS = { text: IconSignature, pdf: IconFileTypePdf, video: IconVideo };

type RowProps = { agreement: Agreement; all: readonly Agreement[]; handle: ReactNode };

const useTurn = ({ agreement: { _id, active }, all }: RowProps, name: string): (() => void) => {
  const { t } = useTranslation("agreements");
  const location = useLocationId();
  const as = (next: boolean) => all.map((one) => (one._id === _id ? { ...one, active: next } : one));
  return () => {
    void saveList(location, as(!active));
    const undo = { label: t("common:undo"), hint: "Z", run: () => void saveList(location, as(active)) };
    say({ words: active ? t("isOff", { name }) : t("isOn", { name }), action: undo });
  };
};

const Languages = ({ agreement }: { agreement: Agreement }) => {
  const { t, i18n } = useTranslation("agreements");
  const nameOf = useLanguageName();
  const languages = useTextLanguages();
  const lacking = lackingOf(draftOf(agreement), languages);
  if (lacking.length === 0) return <State kind="quiet">{t("languages", { count: languages.length })}</State>;
  if (lacking.length === languages.length) return <State kind="late">{t("nothing")}</State>;
  const names = listed(lacking.map(nameOf), i18n.language);
  return <State kind="late">{t("lacks", { count: lacking.length, languages: names })}</State>;
};

const AgreementRow = (props: RowProps) => {
  const { t, i18n } = useTranslation("agreements");
  const { agreement, handle } = props;
  const { _id: location, default_language } = useLocation();
  const { _id, translations, version, type, active, visit_types } = agreement;
  const name = shownIn(translations.name, i18n.language, default_language);
  const turn = useTurn(props, name);
  const Icon = ICONS[type];
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
          <Switch checked={active} aria-label={t("activeLabel", { name })} onChange={turn} />
        </>
      }
    />
  );
};

const useCreate = (index: number): ((name: string) => Promise<void>) => {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { _id: location, languages, default_language } = useLocation();
  const language = languages.includes(i18n.language) ? i18n.language : default_language;
  return async (name) => {
    const { _id: agreement } = await foyer.request("POST /companies/{company_id}/agreements", {
      params: { company_id: location },
      body: { translations: { name: { [language]: name } }, index },
    });
    void queries.invalidateQueries({ queryKey: [location, "agreements"] });
    await navigate({ to: "/at/$location/settings/agreements/$agreement", params: { location, agreement } });
  };
};

const Agreements = ({ all }: { all: readonly Agreement[] }) => {
  const { t, i18n } = useTranslation("agreements");
  const { _id: location, default_language } = useLocation();
  return (
    <RecordList>
      <SortableList
        label={t("title")}
        items={all}
        idOf={({ _id }) => _id}
        nameOf={({ translations }) => shownIn(translations.name, i18n.language, default_language)}
        onSort={(sorted) => void saveList(location, numbered(sorted))}
      >
        {(agreement, handle) => <AgreementRow agreement={agreement} all={all} handle={handle} />}
      </SortableList>
    </RecordList>
  );
};

const Inner = () => {
  const { t } = useTranslation("agreements");
  const { data: all, error, refetch } = useQuery(agreementsQuery(useLocationId()));
  const [adds, setAdds] = useState(false);
  const create = useCreate(all?.length ?? 0);
  const open = (
    <Button kind="primary" icon={<IconPlus />} onClick={() => setAdds(true)}>
      {t("new")}
    </Button>
  );
  return (
    <Sheet title={t("title")} note={all?.length} actions={all !== undefined && !adds && open}>
      {adds && <AddLine label={t("newName")} action={t("create")} add={create} close={() => setAdds(false)} />}
      {all !== undefined && all.length > 0 && <Agreements all={all} />}
      {all?.length === 0 && !adds && <Empty title={t("none")}>{t("noneHelp")}</Empty>}
      {all === undefined && <Waiting label={t("title")} error={error} again={refetch} />}
    </Sheet>
  );
};

/** What visitors are asked to sign, with how complete it is. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
