import { useState } from "react";
import { useTranslation } from "react-i18next";

import { call } from "../lib/call.ts";
import { EraseButton, SideButton } from "../components/button.tsx";
import { usePageContext } from "../lib/page-context.ts";
import { type SubmitProblem, SubmitProblemLine } from "../steps/submit-problem-line.tsx";
import type { Erasure as State } from "./data.ts";
import styles from "./own-data.module.css";
import { useFormatInstant } from "./record.tsx";

/** A declined request can be made again a day later. */
const AGAIN_MS = 24 * 60 * 60_000;

const useAsk = (asked: (state: State) => void) => {
  const { token } = usePageContext();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SubmitProblem>();
  const ask = async (): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    const { answer, failure } = await call(token)("POST /data/erasure", { body: {} });
    setBusy(false);
    if (answer !== undefined) return asked(answer);
    setTrouble(failure.status === 0 ? "network" : "failed");
  };
  return { ask, isBusy, trouble };
};

const Ask = ({ asked }: { asked: (state: State) => void }) => {
  const { t } = useTranslation();
  const { location } = usePageContext();
  const [isSure, setSure] = useState(false);
  const { ask, isBusy, trouble } = useAsk(asked);
  if (!isSure) return <SideButton onClick={() => setSure(true)}>{t("erasure.ask")}</SideButton>;
  return (
    <div className={styles.sure}>
      <p>
        <strong>{t("erasure.sure")}</strong> {t("erasure.what", { location: location?.name })}
      </p>
      <SubmitProblemLine trouble={trouble} />
      <EraseButton autoFocus busy={isBusy} onClick={() => void ask()}>
        {t("erasure.send")}
      </EraseButton>
      <SideButton onClick={() => setSure(false)}>{t("erasure.keep")}</SideButton>
    </div>
  );
};

/** Erasure: requested here, confirmed by the location. */
export const Erasure = ({ first }: { first: State | undefined }) => {
  const { t } = useTranslation();
  const { location } = usePageContext();
  const formatInstant = useFormatInstant();
  const [state, setState] = useState(first);
  const [now] = useState(() => Date.now());
  const mayAsk = state === undefined || (state.state === "declined" && Date.parse(state.mod_date) + AGAIN_MS <= now);
  const values = { location: location?.name, when: formatInstant(state?.create_date ?? "1970-01-01") };
  return (
    <section className={styles.part} aria-label={t("erasure.title")}>
      <h2>{t("erasure.title")}</h2>
      <p className={styles.words} role="status">
        {t(`erasure.${state?.state ?? "none"}`, values)}
      </p>
      {mayAsk && <Ask asked={setState} />}
    </section>
  );
};
