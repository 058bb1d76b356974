import { useState } from "react";
import { useTranslation } from "react-i18next";

import { asksName } from "../../../shared/asks-name.ts";
import type { SignOutAnswer, SignOut as Input } from "../../visitor-flow/door.ts";
import { optional, textIn } from "../../shared/optional-text.ts";
import { labelOf, typeNameOf } from "../../visitor-flow/labels.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { Identify, type Name, EMPTY_NAME } from "./identify.tsx";
import { newRef } from "../device/new-ref.ts";
import { outcomeOf, signedOutBy } from "./codes.ts";
import styles from "./identify.module.css";

type SignOutProblem = "unknown" | "several" | "empty" | "busy" | "failed" | "foreign";

const trimmed = ({ first_name, last_name, company }: Name): Partial<Name> => ({
  ...optional("first_name", textIn(first_name)?.trim()),
  ...optional("last_name", textIn(last_name)?.trim()),
  ...optional("company", textIn(company)?.trim()),
});

/** The name, and the company if it was typed; or the company alone. Undefined while neither is complete. */
const inputOfName = (name: Name): Partial<Input> | undefined => {
  const { first_name, last_name, company } = trimmed(name);
  if (first_name !== undefined && last_name !== undefined)
    return { first_name, last_name, ...optional("company", company) };
  return first_name === undefined && last_name === undefined && company !== undefined ? { company } : undefined;
};

/** The label of the company where a visit type asks for it in place of a name: "Carrier (Delivery)". */
const useNamelessLabel = (): string | undefined => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const wording = { t, door, language };
  return door.visit_types
    .filter(({ fields }) => !asksName(fields))
    .flatMap((type) => {
      const company = type.fields.find(({ field_name }) => field_name === "company");
      return company === undefined ? [] : [`${labelOf(company, wording)} (${typeNameOf(type, wording)})`];
    })[0];
};

/** Sign out, by the badge or by name. */
export const SignOut = ({ back, done }: { back: () => void; done: (signedOut: SignOutAnswer) => void }) => {
  const { t } = useTranslation();
  const { device, language } = useKioskContext();
  const [name, setName] = useState<Name>(EMPTY_NAME);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<SignOutProblem>();
  const nameless = useNamelessLabel();
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
    const input = inputOfName(name);
    if (input === undefined) return setSaid("empty");
    void send(input);
  };
  const wordsOf = (problem: SignOutProblem): string => {
    if (problem === "foreign") return t("identify.foreign");
    if (problem === "empty" && nameless !== undefined) return t("signOut.emptyAny", { field: nameless });
    return t(`signOut.${problem}`);
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
      company={said === "several" ? t("identify.company") : nameless}
      scanned={(code) => void send(signedOutBy(code))}
      foreign={() => setSaid("foreign")}
      submit={submit}
      isBusy={isBusy}
      action={t("start.signOut")}
      back={back}
    >
      {said !== undefined && <p className={styles.said}>{wordsOf(said)}</p>}
    </Identify>
  );
};
