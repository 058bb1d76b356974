import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatChannel, formatDayTime } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Records } from "../../components/table/records.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { ConnectionPanel } from "./connection-panel.tsx";
import { type Connection, connectionsQuery, keyOf } from "./connections.ts";
import { ConnectionState, useConnectionName } from "./words.tsx";

type Row = Omit<Connection, "_id"> & { _id: string; connection: Connection };

const useColumns = (): readonly Column<Row>[] => {
  const { t } = useTranslation("connections");
  const nameOf = useConnectionName();
  const writing = useFormatContext();
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(160px, 1fr)",
        cell: ({ connection, kind, name }) => (
          <TwoLines
            title={nameOf(connection)}
            below={name === undefined ? "" : t(`kind.${kind}`, formatChannel(kind))}
          />
        ),
      },
      {
        key: "state",
        label: t("stateLabel"),
        width: "120px",
        cell: ({ state }) => <ConnectionState state={state} />,
      },
      {
        key: "success",
        label: t("lastSuccess"),
        width: "150px",
        drops: 2,
        cell: ({ last_success: at }) => (at === undefined ? t("never") : formatDayTime(new Date(at), writing)),
      },
      {
        key: "error",
        label: t("error"),
        width: "minmax(200px, 2fr)",
        drops: 1,
        cell: ({ state, error }) => (state === "failing" ? <span lang="en">{error}</span> : ""),
      },
    ],
    [t, nameOf, writing],
  );
};

/** Everything that Foyer is connected to (docs/monitoring.md). */
export const ConnectionsPage = () => {
  const { t } = useTranslation("connections");
  const { data } = useQuery(connectionsQuery);
  const [open, setOpen] = useAddressState("connection");
  const columns = useColumns();
  const rows = data?.map((connection) => ({ ...connection, _id: keyOf(connection), connection }));
  const shown = rows?.find(({ _id }) => _id === open)?.connection;
  const close = (): void => setOpen(undefined);
  return (
    <PageLayout
      title={t("title")}
      panel={shown !== undefined && <ConnectionPanel key={open} connection={shown} close={close} />}
    >
      <Records label={t("title")} columns={columns} rows={rows} open={open} onOpen={setOpen} empty={null} />
    </PageLayout>
  );
};
