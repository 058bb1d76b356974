import { useState } from "react";

import type { Door, RecognisedVisitor, SignInAnswer } from "../../visitor-flow/door.ts";
import { signInOf } from "../../visitor-flow/draft.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import { type Flow, useFlow } from "../../visitor-flow/use-flow.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { call, newClientRef } from "../lib/call.ts";
import { LoadFailure } from "../components/load-failure.tsx";
import { DAY_MS, deleteItem, saveItem } from "../lib/phone-storage.ts";
import { usePageContext } from "../lib/page-context.ts";
import { arrangeFor } from "../steps/arrange.ts";
import { Steps } from "../steps/steps.tsx";
import type { SubmitProblem } from "../steps/submit-problem-line.tsx";
import type { Name } from "./expected.tsx";

/** How many short fields are shown on a page. */
const FIELDS_PER_PAGE = 4;
const arrange = arrangeFor(FIELDS_PER_PAGE);
type SignInProps = {
  door: Door;
  version: string;
  recognised: RecognisedVisitor | undefined;
  /** The name of a visitor who was not found by it. */
  name: Name | undefined;
  readAgain: () => Promise<void>;
  leave: () => void;
  done: (signedIn: SignInAnswer) => void;
};

/** The phone stores the code that signs this visit out; the invitation has been used. */
const keepVisit = ({ token, first_name, signed_in }: SignInAnswer): void => {
  saveItem("visit", { token, name: first_name, since: signed_in }, Date.now() + DAY_MS);
  deleteItem("invitation");
};

const useSubmit = ({ door, version, readAgain, done }: SignInProps, flow: Flow) => {
  const { token, language } = usePageContext();
  // One sign-in, however often it is sent.
  const [ref] = useState(newClientRef);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SubmitProblem>();
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
    const { answer, failure } = await call(token)("POST /visits", { body });
    setBusy(false);
    if (failure !== undefined) return refuse(failure);
    keepVisit(answer);
    done(answer);
  };
  return { submit, isBusy, trouble, limit, goOn: () => setLimit(undefined) };
};

/** The kiosk's questions, on the visitor's own phone. */
export const SignIn = (props: SignInProps) => {
  const { door, recognised, name, leave } = props;
  const { language } = usePageContext();
  const start = name && { answers: name };
  const flow = useFlow(door, FIELDS_PER_PAGE, recognised, { language, start, arrange });
  const { submit, isBusy, trouble, limit, goOn } = useSubmit(props, flow);
  // The input is kept: they return to the same page.
  if (limit !== undefined) return <LoadFailure failure={limit} link="poster" again={goOn} />;
  return <Steps {...{ door, flow, isBusy, trouble, leave }} submit={(draft) => void submit(draft)} documents="" />;
};
