import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { Code, CopyButton } from "../../components/text/code.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { api } from "../../data/api/api.ts";
import type { Directory } from "../../data/lists/directories.ts";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./directories.module.css";
import { invalidateDirectories } from "./directories.ts";

const TOKENS_MAX = 2;

const Copied = ({ title, text, label }: { title: string; text: string; label: string }) => (
  <>
    <div className={styles.line}>
      <h4>{title}</h4>
      <CopyButton text={text} label={label} />
    </div>
    <Code>{text}</Code>
  </>
);

type TokenLineProps = { directory: Directory; token: Directory["tokens"][number] };

const TokenLine = ({ directory, token }: TokenLineProps) => {
  const { t } = useTranslation("directories");
  const { t: common } = useTranslation();
  const writing = useFormatContext();
  const created = formatShortDay(new Date(token.create_date), writing);
  const used = token.last_used === undefined ? t("never") : formatShortDay(new Date(token.last_used), writing);
  const remove = async (): Promise<void> => {
    await api.request("DELETE /directories/{id}/tokens/{token_id}", {
      params: { id: directory._id, token_id: token._id },
    });
    await invalidateDirectories();
  };
  return (
    <li className={styles.line}>
      <span>{t("tokenLine", { created, used })}</span>
      <ConfirmButton
        button={
          <Button kind="quiet" size="row">
            {common("remove")}
          </Button>
        }
        title={t("removeTokenTitle")}
        action={t("removeTokenAction")}
        run={remove}
      >
        {t("removeTokenBody")}
      </ConfirmButton>
    </li>
  );
};

/** What Entra ID and Okta must be told: the address, and a token, which is shown once. */
export const Tokens = ({ directory }: { directory: Directory }) => {
  const { t } = useTranslation("directories");
  const [secret, setSecret] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      setSecret((await api.request("POST /directories/{id}/tokens", { params: { id: directory._id } })).token);
      await invalidateDirectories();
    } catch (error) {
      setProblem(problemOf(error).words);
    }
    setBusy(false);
  };
  return (
    <section className={styles.part}>
      <h3>{t("connection")}</h3>
      <Copied title={t("address")} text={`${globalThis.location.origin}/scim/v2`} label={t("copyAddress")} />
      {secret !== undefined && (
        <>
          <Notice kind="warn" title={t("once")}>
            {t("onceHelp")}
          </Notice>
          <Copied title={t("token")} text={secret} label={t("copyToken")} />
        </>
      )}
      <ul className={styles.list}>
        {directory.tokens.map((token) => (
          <TokenLine key={token._id} directory={directory} token={token} />
        ))}
      </ul>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {directory.tokens.length < TOKENS_MAX && (
        <div>
          <Button busy={busy} onClick={() => void create()}>
            {t("createToken")}
          </Button>
        </div>
      )}
    </section>
  );
};
