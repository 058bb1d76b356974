import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";

import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { api } from "../../data/api/api.ts";
import type { Directory } from "../../data/lists/directories.ts";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./directories.module.css";
import { invalidateDirectories, rulesQuery, type SyncAnswer } from "./directories.ts";
import { LdapConnection } from "./ldap-connection.tsx";
import { Preview } from "./preview.tsx";
import { LastRequests } from "./requests.tsx";
import { RulesForm } from "./rules.tsx";
import { Tokens } from "./tokens.tsx";
import { UploadList } from "./upload-list.tsx";

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

/** When a directory was synced last, and when it is read next. */
const Times = ({ directory }: { directory: Directory }) => {
  const { t } = useTranslation("directories");
  const writing = useFormatContext();
  const words = (at: string): string => `${formatShortDay(new Date(at), writing)} ${formatTime(new Date(at), writing)}`;
  const { kind, last_sync, next_try } = directory;
  return (
    <>
      <Fact name={t("lastSync")}>{last_sync === undefined ? t("never") : words(last_sync)}</Fact>
      {kind === "ldap" && <Fact name={t("nextTry")}>{next_try === undefined ? t("afterFirst") : words(next_try)}</Fact>}
    </>
  );
};

/** Where its people come from. @param taken is given what a list would change */
const Source = ({ directory, taken }: { directory: Directory; taken: (answer: SyncAnswer) => void }) => {
  if (directory.kind === "scim") return <Tokens directory={directory} />;
  if (directory.kind === "ldap") return <LdapConnection directory={directory} />;
  return <UploadList directory={directory} taken={taken} />;
};

/** One directory: how it is connected, its rules and what they change, and what it sent last. */
export const DirectoryPanel = ({ directory, close }: { directory: Directory; close: () => void }) => {
  const { t } = useTranslation("directories");
  const { data: rules } = useQuery(rulesQuery(directory._id));
  const [answer, setAnswer] = useState<SyncAnswer>();
  const { last_error_code: failure } = directory;
  return (
    <Panel title={directory.name} close={close}>
      <Facts>
        <Fact name={t("kindLabel")}>{t(`kind.${directory.kind}`)}</Fact>
        <Fact name={t("people")}>{directory.people}</Fact>
        <Fact name={t("groups")}>{directory.groups}</Fact>
        {directory.kind !== "scim" && <Times directory={directory} />}
      </Facts>
      <div className={styles.parts}>
        {failure !== undefined && <Notice title={t("notRead")}>{t(`failure.${failure}`)}</Notice>}
        <Source directory={directory} taken={setAnswer} />
        {rules !== undefined && <RulesForm directory={directory} stored={rules} />}
        <Preview directory={directory} answer={answer} setAnswer={setAnswer} />
        {directory.kind === "scim" && <LastRequests directory={directory} />}
        <div>
          <RemoveDirectory directory={directory} close={close} />
        </div>
      </div>
    </Panel>
  );
};
