import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Code, CopyButton } from "../../components/text/code.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./new-key.module.css";

/** The secret of a new key, this once, with a first call to try it. */
export const NewKey = ({ secret, close }: { secret: string; close: () => void }) => {
  const { t } = useTranslation("api-keys");
  const location = useLocationId();
  const call = `curl -H "Authorization: Bearer ${secret}" ${globalThis.location.origin}/api/visitors/signed_current/${location}`;
  return (
    <Panel title={t("made")} close={close}>
      <div className={styles.body}>
        <Notice kind="warn" title={t("once")}>
          {t("onceHelp")}
        </Notice>
        <div className={styles.line}>
          <h3>{t("key")}</h3>
          <CopyButton text={secret} label={t("copyKey")} />
        </div>
        <Code>{secret}</Code>
        <div className={styles.line}>
          <h3>{t("firstCall")}</h3>
          <CopyButton text={call} />
        </div>
        <Code>{call}</Code>
        <p>
          <a className={styles.link} href="/docs">
            {t("reference")}
          </a>
        </p>
        <div className={styles.foot}>
          <Button kind="primary" onClick={close}>
            {t("kept")}
          </Button>
        </div>
      </div>
    </Panel>
  );
};
