import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecognisedVisitor } from "../../visitor-flow/door.ts";
import { call } from "../lib/call.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { TextField } from "../components/field.tsx";
import { Frame } from "../components/frame.tsx";
import { usePageContext } from "../lib/page-context.ts";
import fields from "../steps/questions.module.css";
import { useHistoryBack } from "../steps/use-history-back.ts";
import styles from "./said.module.css";

type LookupProblem = "unknown" | "busy" | "empty" | "network";

const lookupProblemOf = (status: number | undefined): LookupProblem => {
  if (status === 0) return "network";
  return status === 429 ? "busy" : "unknown";
};

type ExpectedProps = {
  back: () => void;
  go: (recognised: RecognisedVisitor) => void;
  /** Signs in like any other visitor, with the name that was typed here. */
  asNew: (typed: Name) => void;
};

/** Who a visitor says they are. */
export type Name = { first_name: string; last_name: string };

const useLookUp = (go: (recognised: RecognisedVisitor) => void) => {
  const { token } = usePageContext();
  const [name, setName] = useState<Name>({ first_name: "", last_name: "" });
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<LookupProblem>();
  const set = (part: Partial<Name>): void => {
    setName({ ...name, ...part });
    setSaid(undefined);
  };
  const look = async (): Promise<void> => {
    const body = { first_name: name.first_name.trim(), last_name: name.last_name.trim() };
    if (body.first_name === "" && body.last_name === "") return setSaid("empty");
    setBusy(true);
    const { answer, failure } = await call(token)("POST /expected", { body });
    setBusy(false);
    if (answer?.outcome === "expected") return go(answer);
    setSaid(lookupProblemOf(failure?.status));
  };
  return { name, set, look: () => void look(), isBusy, said };
};

/**
 * "I am expected", by name: visitors with a code have a link of their own. A name is no proof, so the page learns
 * little.
 */
export const Expected = ({ back, go, asNew }: ExpectedProps) => {
  const { t } = useTranslation();
  const { name, set, look, isBusy, said } = useLookUp(go);
  const goBack = useHistoryBack(1, back);
  return (
    <Frame
      name="expected"
      title={t("expected.title")}
      hint={t("expected.hint")}
      back={goBack}
      tellsWho
      action={
        <>
          <p role="status" className={styles.said}>
            {said !== undefined && t(`expected.${said}`)}
          </p>
          <MainButton arrow busy={isBusy} onClick={look}>
            {t("visitor-flow:continue")}
          </MainButton>
          {(said === "unknown" || said === "busy") && (
            <SideButton onClick={() => asNew(name)}>{t("expected.asNew")}</SideButton>
          )}
        </>
      }
    >
      <form
        className={fields.fields}
        onSubmit={(event) => {
          event.preventDefault();
          look();
        }}
      >
        <TextField
          label={t("visitor-flow:field.first_name")}
          capitals
          complete="given-name"
          value={name.first_name}
          change={(first_name) => set({ first_name })}
        />
        <TextField
          label={t("visitor-flow:field.last_name")}
          capitals
          complete="family-name"
          value={name.last_name}
          change={(last_name) => set({ last_name })}
        />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Frame>
  );
};
