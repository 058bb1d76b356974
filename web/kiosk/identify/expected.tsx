import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDay } from "../../shared/format.ts";
import type { RecognisedVisitor } from "../../visitor-flow/door.ts";
import { TextButton } from "../components/button.tsx";
import type { CallResult } from "../../visitor-flow/call.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { Identify, type Name, EMPTY_NAME } from "./identify.tsx";
import styles from "./identify.module.css";

type LookupProblem =
  | { kind: "unknown" | "inside" | "offline" | "busy" | "empty" | "foreign" }
  | { kind: "not_today"; day: string | undefined };

type ExpectedProps = {
  back: () => void;
  go: (recognised: RecognisedVisitor) => void;
  /** Signs in like any other visitor, with the name that was typed here. */
  asNew: (typed: Name) => void;
  signOut: () => void;
};

const lookupProblemOf = ({ answer, failure }: CallResult<RecognisedVisitor>): LookupProblem => {
  if (failure !== undefined)
    return { kind: failure.status === 429 ? "busy" : failure.status === 0 ? "offline" : "unknown" };
  if (answer.outcome === "not_today") return { kind: "not_today", day: answer.visiting_on?.startDate };
  return { kind: answer.outcome === "inside" ? "inside" : "unknown" };
};

const LookupMessage = ({ found, asNew, signOut }: { found: LookupProblem; asNew: () => void; signOut: () => void }) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const day =
    found.kind === "not_today" && found.day !== undefined
      ? formatDay(new Date(found.day), { language, timeZone: door.location.timezone })
      : "";
  const { kind } = found;
  const key =
    kind === "foreign"
      ? "identify.foreign"
      : kind === "not_today" && day === ""
        ? "expected.notTodayAny"
        : `expected.${kind}`;
  const words = t(key, { day });
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
    if (first === "" || last === "") return setFound({ kind: "empty" });
    void look(() => device.findExpected(first, last));
  };
  return (
    <Identify
      title={t("expected.title")}
      hint={t("expected.hint")}
      name={name}
      change={(next) => {
        setName(next);
        setFound(undefined);
      }}
      scanned={(code) => void look(() => device.recognise(code.replace(/^foyer-visit:/, "")))}
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
