import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecognisedVisitor } from "../../visitor-flow/door.ts";
import { TextButton } from "../components/button.tsx";
import type { CallResult } from "../../visitor-flow/call.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { Identify, type Name, EMPTY_NAME } from "./identify.tsx";
import { recognisedBy } from "./codes.ts";
import styles from "./identify.module.css";
import { type LookupProblem, lookupProblemOf, useLookupWords } from "./lookup-words.ts";

type ExpectedProps = {
  back: () => void;
  go: (recognised: RecognisedVisitor) => void;
  /** Signs in like any other visitor, with the name that was typed here. */
  asNew: (typed: Name) => void;
  signOut: () => void;
};

const LookupMessage = ({ found, asNew, signOut }: { found: LookupProblem; asNew: () => void; signOut: () => void }) => {
  const { t } = useTranslation();
  const words = useLookupWords()(found);
  if (found.kind === "empty" || found.kind === "foreign") return <p className={styles.said}>{words}</p>;
  return (
    <p className={styles.said}>
      {words}{" "}
      {found.kind === "inside" ? (
        <TextButton onClick={signOut}>{t("start.signOut")}</TextButton>
      ) : (
        <TextButton onClick={asNew}>{t("expected.asNew")}</TextButton>
      )}
    </p>
  );
};

/** "I am expected": by the code of the invitation or of an earlier badge, or by name. */
export const Expected = ({ back, go, asNew, signOut }: ExpectedProps) => {
  const { t } = useTranslation();
  const { device } = useKioskContext();
  const [name, setName] = useState<Name>(EMPTY_NAME);
  const [isBusy, setBusy] = useState(false);
  const [found, setFound] = useState<LookupProblem>();
  const look = async (ask: () => Promise<CallResult<RecognisedVisitor>>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFound(undefined);
    const called = await ask();
    setBusy(false);
    const { answer } = called;
    if (answer?.outcome === "expected" || answer?.outcome === "returning") return go(answer);
    setFound(lookupProblemOf(called));
  };
  const first = name.first_name.trim();
  const last = name.last_name.trim();
  const submit = (): void => {
    if (first === "" && last === "") return setFound({ kind: "empty" });
    void look(() => device.findExpected(first, last));
  };
  return (
    <Identify
      title={t("expected.title")}
      hint={t("expected.hint")}
      byName={t("expected.byName")}
      name={name}
      change={(next) => {
        setName(next);
        setFound(undefined);
      }}
      scanned={(code) => void look(() => device.recognise(recognisedBy(code)))}
      foreign={() => setFound({ kind: "foreign" })}
      submit={submit}
      isBusy={isBusy}
      action={t("identify.go")}
      back={back}
    >
      {found !== undefined && <LookupMessage found={found} asNew={() => asNew(name)} signOut={signOut} />}
    </Identify>
  );
};
