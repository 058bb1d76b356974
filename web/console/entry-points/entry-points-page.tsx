import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconPlus, IconQrcode } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { foyer, queries } from "../api.ts";
import { AddLine } from "../components/add-line.tsx";
import { Button, ButtonLink } from "../components/button.tsx";
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
import { DoorPanel } from "./door-panel.tsx";
import { type EntryPoint, entryPointsQuery } from "./queries.ts";

const ADDRESS = "/at/$location/settings/entry-points";

const saveList = (location: string, doors: readonly EntryPoint[]): Promise<void> =>
  changeList(entryPointsQuery(location).queryKey, doors, (id, body) =>
    foyer.request("PUT /companies/{company_id}/entrypoints/{id}", { params: { company_id: location, id }, body }),
  );

type RowProps = { door: EntryPoint; doors: readonly EntryPoint[]; handle: ReactNode };

const DoorRow = ({ door, doors, handle }: RowProps) => {
  const { t, i18n } = useTranslation("entry-points");
  const { _id: location, default_language } = useLocation();
  const { _id, active, translations } = door;
  const name = shownIn(translations.name, i18n.language, default_language);
  const link = { to: ADDRESS, params: { location }, search: { door: _id } } as const;
  const turn = (): void => {
    const as = (next: boolean) => doors.map((one) => (one._id === _id ? { ...one, active: next } : one));
    void saveList(location, as(!active));
    const undo = { label: t("common:undo"), hint: "Z", run: () => void saveList(location, as(active)) };
    say({ words: active ? t("isOff", { name }) : t("isOn", { name }), action: undo });
  };
  return (
    <RecordRow
      front={handle}
      title={name}
      quiet={!active}
      link={link}
      end={
        <>
          <ButtonLink size="row" icon={<IconQrcode />} {...link} aria-label={t("posterOf", { name })}>
            {t("poster")}
          </ButtonLink>
          <Switch checked={active} aria-label={t("activeLabel", { name })} onChange={turn} />
        </>
      }
    />
  );
};

const Doors = ({ doors }: { doors: readonly EntryPoint[] }) => {
  const { t, i18n } = useTranslation("entry-points");
  const { _id: location, default_language } = useLocation();
  return (
    <RecordList>
      <SortableList
        label={t("title")}
        items={doors}
        idOf={({ _id }) => _id}
        nameOf={({ translations }) => shownIn(translations.name, i18n.language, default_language)}
        onSort={(sorted) => void saveList(location, numbered(sorted))}
      >
        {(door, handle) => <DoorRow door={door} doors={doors} handle={handle} />}
      </SortableList>
    </RecordList>
  );
};

const useCreate = (index: number): ((name: string) => Promise<void>) => {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { _id: location, languages, default_language } = useLocation();
  const language = languages.includes(i18n.language) ? i18n.language : default_language;
  return async (name) => {
    const { _id } = await foyer.request("POST /companies/{company_id}/entrypoints", {
      params: { company_id: location },
      body: { translations: { name: { [language]: name } }, index },
    });
    await queries.invalidateQueries({ queryKey: entryPointsQuery(location).queryKey });
    await navigate({ to: ADDRESS, params: { location }, search: { door: _id } });
  };
};

const Inner = () => {
  const { t } = useTranslation("entry-points");
  const navigate = useNavigate();
  const location = useLocationId();
  const { data: doors, error, refetch } = useQuery(entryPointsQuery(location));
  const { door: wanted } = useSearch({ strict: false }) as { door?: unknown };
  const [adds, setAdds] = useState(false);
  const create = useCreate(doors?.length ?? 0);
  const opened = doors?.find(({ _id }) => _id === wanted);
  const open = (
    <Button kind="primary" icon={<IconPlus />} onClick={() => setAdds(true)}>
      {t("new")}
    </Button>
  );
  const close = (): void => void navigate({ to: ADDRESS, params: { location }, search: {} });
  return (
    <Sheet
      title={t("title")}
      note={doors?.length}
      actions={doors !== undefined && !adds && open}
      panel={opened !== undefined && <DoorPanel key={opened._id} door={opened} close={close} />}
    >
      {adds && <AddLine label={t("newName")} action={t("create")} add={create} close={() => setAdds(false)} />}
      {doors !== undefined && doors.length > 0 && <Doors doors={doors} />}
      {doors?.length === 0 && !adds && <Empty title={t("none")}>{t("noneHelp")}</Empty>}
      {doors === undefined && <Waiting label={t("title")} error={error} again={refetch} />}
    </Sheet>
  );
};

/** The doors and desks of the location, and the poster of each. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
