import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconQrcode } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { ButtonLink } from "../../components/button/button.tsx";
import { ActiveSwitch, OrderedPage, useNameOf, useNewRecord } from "../../components/order/ordered-page.tsx";
import { saveOrderedRecords } from "../../components/order/ordered-records.ts";
import { RecordRow } from "../../components/table/record-row.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { EntryPointPanel } from "./entry-point-panel.tsx";
import type { EntryPoint } from "../../data/lists/entry-points.ts";
import { entryPointsQuery } from "../../features/entry-points/queries.ts";

const ADDRESS = "/at/$location/settings/entry-points";

const saveList = (location: string, entryPoints: readonly EntryPoint[]): Promise<void> =>
  saveOrderedRecords(entryPointsQuery(location).queryKey, entryPoints, (id, body) =>
    api.request("PUT /companies/{company_id}/entrypoints/{id}", { params: { company_id: location, id }, body }),
  );

type RowProps = { entryPoint: EntryPoint; entryPoints: readonly EntryPoint[]; handle: ReactNode };

const EntryPointRow = ({ entryPoint, entryPoints, handle }: RowProps) => {
  const { t } = useTranslation("entry-points");
  const location = useLocationId();
  const name = useNameOf()(entryPoint);
  const link = { to: ADDRESS, params: { location }, search: { door: entryPoint._id } } as const;
  const words = { label: t("activeLabel", { name }), isOn: t("isOn", { name }), isOff: t("isOff", { name }) };
  return (
    <RecordRow
      front={handle}
      title={name}
      quiet={!entryPoint.active}
      link={link}
      end={
        <>
          <ButtonLink size="row" icon={<IconQrcode />} {...link} aria-label={t("posterOf", { name })}>
            {t("poster")}
          </ButtonLink>
          <ActiveSwitch item={entryPoint} items={entryPoints} save={(next) => saveList(location, next)} words={words} />
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
    const { _id } = await api.request("POST /companies/{company_id}/entrypoints", {
      params: { company_id: location },
      body: newRecord(name),
    });
    await queryClient.invalidateQueries({ queryKey: entryPointsQuery(location).queryKey });
    await navigate({ to: ADDRESS, params: { location }, search: { door: _id } });
  };
};

/** The entrances of the location, and the poster of each. */
export const EntryPointsPage = () => {
  const { t } = useTranslation("entry-points");
  const navigate = useNavigate();
  const location = useLocationId();
  const list = useQuery(entryPointsQuery(location));
  const entryPoints = list.data ?? [];
  const { door: wanted } = useSearch({ strict: false }) as { door?: unknown };
  const opened = entryPoints.find(({ _id }) => _id === wanted);
  const close = (): void => void navigate({ to: ADDRESS, params: { location }, search: {} });
  const names = { title: t("title"), none: t("none"), noneHelp: t("noneHelp") };
  return (
    <OrderedPage
      words={{ ...names, new: t("new"), newName: t("newName"), create: t("create") }}
      list={list}
      save={(next) => saveList(location, next)}
      create={useCreate(entryPoints.length)}
      panel={opened !== undefined && <EntryPointPanel key={opened._id} entryPoint={opened} close={close} />}
    >
      {(entryPoint, handle) => <EntryPointRow entryPoint={entryPoint} entryPoints={entryPoints} handle={handle} />}
    </OrderedPage>
  );
};
