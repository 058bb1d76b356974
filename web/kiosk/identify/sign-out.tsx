import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { SignOutAnswer, SignOut as Input } from "../../visitor-flow/door.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { Identify, type Name, EMPTY_NAME } from "./identify.tsx";
import { newRef } from "../device/new-ref.ts";
import { outcomeOf, signedOutBy } from "./codes.ts";
import styles from "./identify.module.css";

type SignOutProblem = "unknown" | "several" | "empty" | "busy" | "failed" | "foreign";

const inputOfName = ({ first_name, last_name, company }: Name): Partial<Input> => ({
  first_name: first_name.trim(),
  last_name: last_name.trim(),
  ...(company.trim() === "" ? {} : { company: company.trim() }),
});

/** Sign out, by the badge or by name. */
export const SignOut = ({ back, done }: { back: () => void; done: (signedOut: SignOutAnswer) => void }) => {
  const { t } = useTranslation();
  const { device, language } = useKioskContext();
  const [name, setName] = useState<Name>(EMPTY_NAME);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<SignOutProblem>();
  const send = async (who: Partial<Input>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setSaid(undefined);
    const delivered = await device.signOut({ ...who, client_ref: newRef(), language_id: language });
    setBusy(false);
    const answer = outcomeOf(delivered, who.first_name);
    if (answer.outcome === "signed_out") return done(answer);
    setSaid(answer.outcome);
  };
  const submit = (): void => {
    if (name.first_name.trim() === "" || name.last_name.trim() === "") return setSaid("empty");
    void send(inputOfName(name));
  };
  return (
    <Identify
      title={t("signOut.title")}
      hint={t("signOut.hint")}
      byName={t("signOut.byName")}
      name={name}
      change={(next) => {
        setName(next);
        if (said !== "several") setSaid(undefined);
      }}
      asksCompany={said === "several"}
      scanned={(code) => void send(signedOutBy(code))}
      foreign={() => setSaid("foreign")}
      submit={submit}
      isBusy={isBusy}
      action={t("start.signOut")}
      back={back}
    >
      {said !== undefined && (
        <p className={styles.said}>{t(said === "foreign" ? "identify.foreign" : `signOut.${said}`)}</p>
      )}
    </Identify>
  );
};
