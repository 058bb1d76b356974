import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Records } from "../../components/table/records.tsx";
import { NewProvider } from "./new-provider.tsx";
import { ProviderPanel } from "./provider-panel.tsx";
import { type LoginProvider, providersQuery } from "./providers.ts";

const NEW = "new";

const useColumns = (): readonly Column<LoginProvider>[] => {
  const { t } = useTranslation("login-providers");
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(180px, 2fr)",
        cell: ({ name, issuer }) => <TwoLines title={name} below={issuer ?? t("incomplete")} />,
      },
      {
        key: "origin",
        label: t("origin"),
        width: "150px",
        drops: 1,
        cell: ({ from_settings }) => t(from_settings ? "ofSettings" : "ofConsole"),
      },
      {
        key: "state",
        label: t("state"),
        width: "130px",
        cell: ({ active }) => <StatusLabel kind={active ? "ok" : "quiet"}>{t(active ? "on" : "off")}</StatusLabel>,
      },
    ],
    [t],
  );
};

/** Where users can log in with OpenID Connect (docs/sessions.md). */
export const LoginProvidersPage = () => {
  const { t } = useTranslation("login-providers");
  const { data } = useQuery(providersQuery);
  const [open, setOpen] = useAddressState("provider");
  const columns = useColumns();
  const provider = data?.find(({ _id }) => _id === open);
  const close = (): void => setOpen(undefined);
  const add = (
    <Button kind={open === undefined ? "primary" : "line"} onClick={() => setOpen(NEW)}>
      {t("add")}
    </Button>
  );
  const panel = provider !== undefined && <ProviderPanel key={open} provider={provider} close={close} />;
  return (
    <PageLayout
      title={t("title")}
      actions={data !== undefined && data.length > 0 && add}
      panel={open === NEW ? <NewProvider close={close} added={setOpen} /> : panel}
    >
      <Records
        label={t("title")}
        columns={columns}
        rows={data}
        open={open}
        onOpen={setOpen}
        empty={
          <Empty title={t("empty")} action={add}>
            {t("emptyHelp")}
          </Empty>
        }
      />
    </PageLayout>
  );
};
