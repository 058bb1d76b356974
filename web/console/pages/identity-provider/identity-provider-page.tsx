import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { LocationNames } from "../../components/layout/location-picker.tsx";
import { PageLayout, Section } from "../../components/layout/page-layout.tsx";
import { Records } from "../../components/table/records.tsx";
import { CredentialForm } from "./credential-form.tsx";
import { credentialsQuery, type IdpCredential } from "./credentials.ts";

const NEW = "new";

const useColumns = (): readonly Column<IdpCredential>[] => {
  const { t } = useTranslation("identity-provider");
  const { t: common } = useTranslation();
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(180px, 1.4fr)",
        cell: ({ name, client_id }) => <TwoLines title={name} below={client_id} />,
      },
      {
        key: "tenant",
        label: t("tenant_id"),
        width: "minmax(160px, 1fr)",
        drops: 2,
        cell: ({ tenant_id }) => tenant_id,
      },
      {
        key: "locations",
        label: common("locations"),
        width: "minmax(130px, 1fr)",
        drops: 1,
        cell: ({ companies }) => <LocationNames ids={companies} />,
      },
    ],
    [t, common],
  );
};

/** The applications of a directory whose tokens the interface accepts (interface 5). */
export const IdentityProviderPage = () => {
  const { t } = useTranslation("identity-provider");
  const { data } = useQuery(credentialsQuery);
  const [open, setOpen] = useAddressState("credential");
  const columns = useColumns();
  const credential = data?.find(({ _id }) => _id === open);
  const close = (): void => setOpen(undefined);
  const add = (
    <Button kind={open === undefined ? "primary" : "line"} onClick={() => setOpen(NEW)}>
      {t("add")}
    </Button>
  );
  return (
    <PageLayout
      title={t("title")}
      actions={data !== undefined && data.length > 0 && add}
      panel={
        (open === NEW || credential !== undefined) && (
          <CredentialForm key={open} credential={credential} close={close} />
        )
      }
    >
      <Section title={t("how")}>
        <p>{t("howHelp")}</p>
      </Section>
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
