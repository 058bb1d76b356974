import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { signInOf } from "../../visitor-flow/draft.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import { type Flow, useFlow } from "../../visitor-flow/use-flow.ts";
import type { CallResult, Failure } from "../../visitor-flow/call.ts";
import { call } from "../lib/call.ts";
import { usePageContext } from "../lib/page-context.ts";
import { arrangeFor } from "../steps/arrange.ts";
import { Steps } from "../steps/steps.tsx";
import type { SubmitProblem } from "../steps/submit-problem-line.tsx";
import { doorOf, draftOf, type Invitation, type InvitationInput, inputOf } from "./door.ts";

/** How many short fields are shown below the visit. */
const FIELDS_PER_PAGE = 3;
const arrange = arrangeFor(FIELDS_PER_PAGE);

type FillInProps = {
  invitation: Invitation;
  /** The photo taken before. */
  photo: string | undefined;
  /** To the page it was opened from; absent until the visitor has completed it. */
  leave: (() => void) | undefined;
  done: (invitation: Invitation) => void;
  /** The link has expired meanwhile, or there were too many attempts. */
  refused: (failure: Failure) => void;
};

/** Saves the input, one call after the other, so that an older one never arrives last. */
const useKeeping = ({ invitation, photo }: FillInProps) => {
  const { token, language } = usePageContext();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const send = (draft: Draft, more: Partial<InvitationInput>): Promise<CallResult<Invitation>> => {
    const given = signInOf(doorOf(invitation), draft, language);
    const body = { ...inputOf(invitation, draft, { given, language, before: photo }), ...more };
    const sent = last.current.then(() => call(token)("PUT /invitation", { body }));
    last.current = sent;
    return sent;
  };
  return send;
};

const useSubmit = (props: FillInProps, flow: Flow, readAgain: () => Promise<void>) => {
  const send = useKeeping(props);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<SubmitProblem>();
  const submit = async (draft: Draft): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(undefined);
    const { answer, failure } = await send(draft, {});
    setBusy(false);
    if (answer !== undefined) return props.done(answer);
    if (failure.status === 403 || failure.status === 429) return props.refused(failure);
    if (failure.field === "agreements") await readAgain();
    if (failure.field !== undefined && flow.refuse(failure.field)) return;
    setTrouble(failure.status === 0 ? "network" : "failed");
  };
  // Saved on the way, so that a phone that runs out of power loses little; a failed save is repeated with the next
  // page, or the last.
  const passed = (draft: Draft): void => {
    const { photo: _photo, agreed: _agreed, ...answers } = draft;
    void send({ ...answers, agreed: [], photo: props.photo }, { draft: true });
  };
  return { submit, passed, isBusy, trouble };
};

/** What is asked before the visit: questions, agreements, photo. */
export const FillIn = (props: FillInProps) => {
  const { t } = useTranslation();
  const { invitation, photo, leave } = props;
  const { token, language } = usePageContext();
  const [door, setDoor] = useState(() => doorOf(invitation));
  const [start] = useState(() => draftOf(invitation, photo));
  const flow = useFlow(door, FIELDS_PER_PAGE, undefined, { language, start, arrange });
  const readAgain = async (): Promise<void> => {
    const { answer } = await call(token)("GET /invitation");
    if (answer !== undefined) setDoor(doorOf(answer));
  };
  const { submit, passed, isBusy, trouble } = useSubmit(props, flow, readAgain);
  return (
    <Steps
      {...{ door, flow, isBusy, trouble, leave, passed }}
      submit={(draft) => void submit(draft)}
      words={{ last: t("invitation.finish"), few: t("invitation.few") }}
      documents="/invitation"
    />
  );
};
