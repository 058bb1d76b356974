import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { type Answer, api } from "../../data/api/api.ts";
import styles from "./login-providers.module.css";
import type { LoginProvider } from "./providers.ts";

type Outcome = Answer<"POST /loginproviders/{id}/test">;

/** Has the server read what the provider publishes, and says what is wrong with it. */
export const TestConnection = ({ provider }: { provider: LoginProvider }) => {
  const { _id: id, from_settings } = provider;
  const { t } = useTranslation("login-providers");
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      setOutcome(await api.request("POST /loginproviders/{id}/test", { params: { id } }));
    } catch (error) {
      setOutcome({ works: false, problem: problemOf(error).words });
    }
    setBusy(false);
  };
  return (
    <section className={styles.part}>
      <h3>{t("test")}</h3>
      <p>{from_settings ? t("testHelp") : `${t("testHelp")} ${t("saveFirst")}`}</p>
      {outcome !== undefined && (
        <div role="status">
          <Notice kind={outcome.works ? "info" : "bad"} title={t(outcome.works ? "works" : "fails")}>
            {outcome.problem !== undefined && <span lang="en">{outcome.problem}</span>}
          </Notice>
        </div>
      )}
      <div>
        <Button busy={busy} onClick={() => void test()}>
          {t("runTest")}
        </Button>
      </div>
    </section>
  );
};
