import { IconLogout2 } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { RecognisedVisitor, SignOutAnswer } from "../../visitor-flow/door.ts";
import { call, newClientRef } from "../lib/call.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { deleteItem } from "../lib/phone-storage.ts";
import { usePageContext } from "../lib/page-context.ts";
import { useFormatTime } from "../lib/use-format-time.ts";
import { OpenDoor } from "./open-door.tsx";
import styles from "./said.module.css";

/** The owner of this phone: a visitor who is inside, or who pre-registered on it. */
export type PhoneOwner =
  | { kind: "inside"; code: string; name?: string | undefined; since?: string }
  | { kind: "expected"; recognised: RecognisedVisitor };

type SignOutProblem = "unknown" | "network" | "busy" | "failed";

const signOutProblemOf = (status: number): SignOutProblem => {
  if (status === 0) return "network";
  if (status === 429) return "busy";
  return status >= 500 ? "failed" : "unknown";
};

/** Signs out with the data stored on this phone. */
const useSignOut = (code: string, done: (signedOut: SignOutAnswer) => void) => {
  const { token, language } = usePageContext();
  const [ref] = useState(newClientRef);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<SignOutProblem>();
  const signOut = async (): Promise<void> => {
    setBusy(true);
    setSaid(undefined);
    const body = { client_ref: ref, code, language_id: language };
    const { answer, failure } = await call(token)("POST /signout", { body });
    setBusy(false);
    if (failure !== undefined) return setSaid(signOutProblemOf(failure.status));
    deleteItem("visit");
    if (answer.outcome === "signed_out") return done(answer);
    setSaid("unknown");
  };
  return { signOut, isBusy, said };
};

type SignOutProps = { code: string; done: (signedOut: SignOutAnswer) => void; isFirst?: boolean };

/** The button, and its result. @param isFirst whether it is the page's main action */
export const SignOutButton = ({ code, done, isFirst = false }: SignOutProps) => {
  const { t } = useTranslation();
  const { signOut, isBusy, said } = useSignOut(code, done);
  const Button = isFirst ? MainButton : SideButton;
  return (
    <>
      <p role="status" className={styles.said}>
        {said !== undefined && t(said === "failed" ? "trouble.failed" : `signOut.${said}`)}
      </p>
      <Button
        busy={isBusy}
        icon={<IconLogout2 size={22} stroke={1.8} aria-hidden="true" />}
        onClick={() => void signOut()}
      >
        {t("signOut.go")}
      </Button>
    </>
  );
};

type InsideProps = { known: Extract<PhoneOwner, { kind: "inside" }>; done: (signedOut: SignOutAnswer) => void };

/** This phone has an open visit: the page signs out. */
export const Inside = ({ known: { code, name, since }, done }: InsideProps) => {
  const { t } = useTranslation();
  const { language, location } = usePageContext();
  const formatTime = useFormatTime({ language, timeZone: location?.timezone ?? "UTC" });
  const time = since === undefined ? undefined : formatTime(new Date(since));
  return (
    <Frame
      name="inside"
      title={name === undefined ? t("inside.titleAny") : t("inside.title", { name })}
      hint={time === undefined ? t("inside.hintAny") : t("inside.hint", { time })}
      top={<OpenDoor />}
      tellsWho
      action={<SignOutButton code={code} done={done} isFirst />}
    />
  );
};
