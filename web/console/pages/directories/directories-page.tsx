import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Records } from "../../components/table/records.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { type Directory, directoriesQuery } from "../../data/lists/directories.ts";
import { DirectoryPanel } from "./directory-panel.tsx";
import { NewDirectory } from "./new-directory.tsx";

const NEW = "new";

const lastUseOf = ({ tokens, last_sync }: Directory): string | undefined =>
  [last_sync, ...tokens.map(({ last_used }) => last_used)]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .at(-1);

const useColumns = (): readonly Column<Directory>[] => {
  const { t } = useTranslation("directories");
  const writing = useFormatContext();
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(180px, 2fr)",
        cell: ({ name, kind }) => <TwoLines title={name} below={t(`kind.${kind}`)} />,
      },
      { key: "people", label: t("people"), width: "110px", cell: ({ people }) => t("peopleCount", { count: people }) },
      {
        key: "used",
        label: t("lastUsed"),
        width: "130px",
        drops: 1,
        cell: (directory) => {
          const at = lastUseOf(directory);
          return at === undefined ? t("never") : formatShortDay(new Date(at), writing);
        },
      },
    ],
    [t, writing],
  );
};

/** Where hosts and users come from (docs/directories.md). */
export const DirectoriesPage = () => {
  const { t } = useTranslation("directories");
  const { data } = useQuery(directoriesQuery);
  const [open, setOpen] = useAddressState("directory");
  const columns = useColumns();
  const directory = data?.find(({ _id }) => _id === open);
  const close = (): void => setOpen(undefined);
  const add = (
    <Button kind={open === undefined ? "primary" : "line"} onClick={() => setOpen(NEW)}>
      {t("add")}
    </Button>
  );
  const panel = directory !== undefined && <DirectoryPanel key={open} directory={directory} close={close} />;
  return (
    <PageLayout
      title={t("title")}
      actions={data !== undefined && data.length > 0 && add}
      panel={open === NEW ? <NewDirectory close={close} added={setOpen} /> : panel}
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
