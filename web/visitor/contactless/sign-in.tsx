import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Door, Recognised, SignedIn } from "../../shared/visit/door.ts";
import { type Draft, signInOf } from "../../shared/visit/draft.ts";
import { type Flow, useFlow } from "../../shared/visit/use-flow.ts";
import { call, type Failure, newRef } from "../call.ts";
import { Refused } from "../components/refused.tsx";
import { forget, keep } from "../kept.ts";
import { usePlace } from "../place.ts";
import { arrangeFor } from "../steps/arrange.ts";
import { Steps } from "../steps/steps.tsx";
import type { Trouble } from "../steps/trouble.tsx";

/** How many short fields stand on a page. */
const ROOM = 4;
const arrange = arrangeFor(ROOM);
const DAY_MS = 24 * 60 * 60_000;

type SignInProps = {
  door: Door;
  version: string;
  recognised: Recognised | undefined;
  readAgain: () => Promise<void>;
  leave: () => void;
  done: (signedIn: SignedIn) => void;
};

/** What signs this visit out stays on the phone; an invitation is used up. */
const keepVisit = ({ token, first_name, signed_in }: SignedIn): void => {
  keep("visit", { token, name: first_name, since: signed_in }, Date.now() + DAY_MS);
  forget("invitation");
};

const useSubmit = ({ door, version, readAgain, done }: SignInProps, flow: Flow) => {
  const { token, language } = usePlace();
  // One sign-in, however often it is sent.
  const [ref] = useState(newRef);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();
  const [limit, setLimit] = useState<Failure>();
  const refuse = async (failure: Failure): Promise<void> => {
    if (failure.status === 429) return setLimit(failure);
    if (failure.field === "agreements") await readAgain();
    if (failure.field !== undefined && flow.refuse(failure.field)) return;
    setTrouble(failure.status === 0 ? "network" : "failed");
  };
  const submit = async (draft: Draft): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const body = { ...signInOf(door, draft, language), client_ref: ref, version };
    const { answer, failure } = await call<SignedIn>("POST", "/visits", { token, body });
    setBusy(false);
    if (failure !== undefined) return refuse(failure);
    keepVisit(answer);
    done(answer);
  };
  return { submit, isBusy, trouble, limit, goOn: () => setLimit(undefined) };
};

/** The kiosk's questions, on the visitor's own phone. */
export const SignIn = (props: SignInProps) => {
  const { t } = useTranslation("visit");
  const { door, recognised, leave } = props;
  const flow = useFlow(door, ROOM, recognised, { arrange });
  const { submit, isBusy, trouble, limit, goOn } = useSubmit(props, flow);
  // What was typed stays: they come back to the page they were on.
  if (limit !== undefined) return <Refused failure={limit} link="poster" again={goOn} />;
  return (
    <Steps
      {...{ door, flow, isBusy, trouble, leave }}
      submit={(draft) => void submit(draft)}
      words={{ last: t("signIn"), few: t("title.few") }}
      documents=""
    />
  );
};
