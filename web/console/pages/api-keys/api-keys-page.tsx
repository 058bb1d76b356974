import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { colonIn } from "../../../../shared/text/typography.ts";
import { formatShortDay } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { type Column, OnPhone, TwoLines } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { LocationNames } from "../../components/layout/location-picker.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Records } from "../../components/table/records.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { KeyForm } from "./key-form.tsx";
import { type ApiKey, isExpired, keysQuery, useRoleName } from "./keys.ts";
import { NewKey } from "./new-key.tsx";

const NEW = "new";

const useColumns = (): readonly Column<ApiKey>[] => {
  const { t } = useTranslation("api-keys");
  const { t: common } = useTranslation();
  const writing = useFormatContext();
  const now = useNow();
  const nameOf = useRoleName();
  return useMemo(() => {
    const day = (instant: string): string => formatShortDay(new Date(instant), writing);
    return [
      {
        key: "name",
        label: t("name"),
        width: "minmax(180px, 2fr)",
        cell: (key) => <TwoLines title={key.name} below={key.key_id} />,
      },
      {
        key: "locations",
        label: common("locations"),
        width: "minmax(130px, 1fr)",
        drops: 1,
        cell: (key) => <LocationNames ids={key.companies} />,
      },
      {
        key: "role",
        label: t("role"),
        width: "130px",
        drops: 2,
        cell: (key) => nameOf(key.role),
      },
      {
        key: "used",
        label: t("lastUsed"),
        width: "120px",
        cell: (key) => (
          <span>
            <OnPhone>{`${t("lastUsed")}${colonIn(writing.language)} `}</OnPhone>
            {key.last_used === undefined ? t("never") : day(key.last_used)}
          </span>
        ),
      },
      {
        key: "ends",
        label: t("ends"),
        width: "120px",
        drops: 2,
        cell: (key) => {
          if (isExpired(key, now)) return <StatusLabel kind="warning">{t("ended")}</StatusLabel>;
          return key.expires_at === null ? t("never") : day(key.expires_at);
        },
      },
      {
        key: "from",
        label: t("from"),
        width: "minmax(110px, 1fr)",
        drops: 3,
        cell: (key) => (key.ip_ranges.length === 0 ? t("anywhere") : key.ip_ranges.join(", ")),
      },
    ];
  }, [t, common, writing, now, nameOf]);
};

/** The keys that programs call the interface with (interface 5). */
export const ApiKeysPage = () => {
  const { t } = useTranslation("api-keys");
  const { data } = useQuery(keysQuery);
  const [open, setOpen] = useAddressState("key");
  const [secret, setSecret] = useState<string>();
  const columns = useColumns();
  const apiKey = data?.find(({ _id }) => _id === open);
  const close = (): void => {
    setSecret(undefined);
    setOpen(undefined);
  };
  const form = (open === NEW || apiKey !== undefined) && (
    <KeyForm key={open} apiKey={apiKey} close={close} made={setSecret} />
  );
  const create = (
    <Button kind={open === undefined ? "primary" : "line"} onClick={() => setOpen(NEW)}>
      {t("create")}
    </Button>
  );
  return (
    <PageLayout
      title={t("title")}
      actions={data !== undefined && data.length > 0 && create}
      panel={secret === undefined ? form : <NewKey secret={secret} close={close} />}
    >
      <Records
        label={t("title")}
        columns={columns}
        rows={data}
        open={open}
        onOpen={setOpen}
        empty={
          <Empty title={t("empty")} action={create}>
            {t("emptyHelp")}
          </Empty>
        }
      />
    </PageLayout>
  );
};
