import { useState } from "react";

import { asksName } from "../../../shared/asks-name.ts";
import { optional, textIn } from "../../shared/optional-text.ts";
import type { RecognisedVisitor, SignInAnswer } from "../../visitor-flow/door.ts";
import { companionOf, nameOf, signInOf } from "../../visitor-flow/draft.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import { typeOf } from "../../visitor-flow/steps.ts";
import { type Flow, type FlowOptions, useFlow } from "../../visitor-flow/use-flow.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { serverTime } from "../device/clock.ts";
import { newRef } from "../device/new-ref.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { useScreenSize } from "../lib/use-viewport.ts";
import { CurrentStep } from "../../visitor-flow/steps/current-step.tsx";
import { joinQuestions } from "./join-questions.ts";
import { KioskFace, SavingLine, type SignInProblem, TroubleLine } from "./kiosk-face.tsx";

/** A visitor who has signed in: the service's answer, or what is known without it. */
export type CompletedSignIn = {
  signedIn: SignInAnswer;
  photo: string | undefined;
  /** Kept for later: there was no network. */
  isQueued: boolean;
  /** Where the sign-in of a visitor begins who came with this one; undefined for a visit without a name, such as a delivery. */
  companion: Partial<Draft> | undefined;
};

const troubleOf = ({ status }: Failure): SignInProblem => (status === 429 || status === 503 ? "busy" : "failed");

/** The code of a badge printed offline: the reference of its sign-in. */
const codeOfRef = (ref: string): string => `foyer-visit:${ref}`;

const useOfflineSignIn = () => {
  const { door } = useKioskContext();
  return (draft: Draft, ref: string): SignInAnswer => {
    const type = typeOf(door, draft);
    const { first_name, company } = draft.answers;
    const badge = {
      name: nameOf(draft),
      location: door.location.name,
      photo: draft.photo !== undefined,
      ...optional("company", textIn(company)),
      ...optional("host", draft.host?.cn),
    };
    return {
      token: "",
      code: codeOfRef(ref),
      signed_in: serverTime().toISOString(),
      host_told: false,
      welcome_seconds: door.settings.welcome_seconds,
      ...optional("first_name", textIn(first_name)),
      ...optional("host", draft.host?.cn),
      ...(type?.screening === true ? { approval: "pending" } : {}),
      ...(type?.badge === true ? { badge } : {}),
    };
  };
};

/** Sends a sign-in, and shows the screen again whose answer was refused. */
const useSubmit = (flow: Flow, done: (arrived: CompletedSignIn) => void) => {
  const { device, door, language, state } = useKioskContext();
  const offlineSignIn = useOfflineSignIn();
  // One sign-in, however often it is sent.
  const [ref] = useState(newRef);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SignInProblem>();
  const refuse = async (failure: Failure): Promise<void> => {
    if (failure.field === "agreements") await device.refresh();
    if (failure.field !== undefined && flow.refuse(failure.field)) return;
    setTrouble(troubleOf(failure));
  };
  const submit = async (draft: Draft): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const body = { ...signInOf(door, draft, language), client_ref: ref, version: state.version };
    const delivered = await device.signIn(body);
    setBusy(false);
    if ("failure" in delivered) return refuse(delivered.failure);
    const signedIn = "answer" in delivered ? delivered.answer : offlineSignIn(draft, ref);
    const companion = asksName(typeOf(door, draft)?.fields ?? []) ? companionOf(draft, ref) : undefined;
    done({ signedIn, photo: draft.photo, isQueued: "queued" in delivered, companion });
  };
  return { submit, isBusy, trouble };
};

/** Whose sign-in it is, as far as that is known, and where it begins. */
export type SignInStart = { recognised?: RecognisedVisitor | undefined } & Pick<FlowOptions, "start" | "firstKey">;

type SignInProps = SignInStart & {
  leave: () => void;
  done: (arrived: CompletedSignIn) => void;
};

/** The sign-in, from the first question to the last. */
export const SignIn = ({ recognised, start, firstKey, leave, done }: SignInProps) => {
  const { door, language, fieldsPerScreen, hasKeys } = useKioskContext();
  const screen = { ...useScreenSize(), hasKeys };
  const flow = useFlow(door, fieldsPerScreen, recognised, {
    language,
    start,
    firstKey,
    arrange: (steps) => joinQuestions(steps, screen),
  });
  const { submit, isBusy, trouble } = useSubmit(flow, done);
  const next = (change: Partial<Draft> = {}): void => {
    if (flow.next(change)) void submit({ ...flow.draft, ...change });
  };
  return (
    <KioskFace>
      <CurrentStep
        flow={flow}
        next={next}
        back={() => {
          if (!flow.back()) leave();
        }}
        isBusy={isBusy}
        trouble={isBusy ? <SavingLine /> : trouble && <TroubleLine trouble={trouble} />}
      />
    </KioskFace>
  );
};
