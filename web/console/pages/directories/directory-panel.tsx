import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { api } from "../../data/api/api.ts";
import styles from "./directories.module.css";
import { type Directory, invalidateDirectories, rulesQuery } from "./directories.ts";
import { Preview } from "./preview.tsx";
import { LastRequests } from "./requests.tsx";
import { RulesForm } from "./rules.tsx";
import { Tokens } from "./tokens.tsx";

const RemoveDirectory = ({ directory, close }: { directory: Directory; close: () => void }) => {
  const { t } = useTranslation("directories");
  const { t: common } = useTranslation();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /directories/{id}", { params: { id: directory._id } });
    await invalidateDirectories();
    close();
    showToast({ words: t("removed", { name: directory.name }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{common("remove")}</Button>}
      title={t("removeTitle", { name: directory.name })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

/** One directory: how it is connected, its rules and what they change, and what it sent last. */
export const DirectoryPanel = ({ directory, close }: { directory: Directory; close: () => void }) => {
  const { t } = useTranslation("directories");
  const { data: rules } = useQuery(rulesQuery(directory._id));
  return (
    <Panel title={directory.name} close={close}>
      <Facts>
        <Fact name={t("kindLabel")}>{t(`kind.${directory.kind}`)}</Fact>
        <Fact name={t("people")}>{directory.people}</Fact>
        <Fact name={t("groups")}>{directory.groups}</Fact>
      </Facts>
      <div className={styles.parts}>
        {directory.kind === "scim" ? <Tokens directory={directory} /> : <p>{t("kindHelp.csv")}</p>}
        {rules !== undefined && <RulesForm directory={directory} stored={rules} />}
        <Preview directory={directory} />
        {directory.kind === "scim" && <LastRequests directory={directory} />}
        <div>
          <RemoveDirectory directory={directory} close={close} />
        </div>
      </div>
    </Panel>
  );
};
