import { useEffect, useState } from "react";

import type { SignInAnswer, VisitState } from "./door.ts";

const ASK_EVERY_MS = 3000;
/** After this time the visitor was met, or asks at reception. */
const ASK_FOR_MS = 15 * 60_000;

const pickState = ({ approval, host_reply }: Pick<VisitState, "approval" | "host_reply">) => ({
  ...(approval === undefined ? {} : { approval }),
  ...(host_reply === undefined ? {} : { host_reply }),
});

/**
 * The state of a visit: whether the host approved it, and their reply. It is polled while approval is pending;
 * otherwise for a quarter of an hour, in which the host may reply.
 * @param ask is stable for the same visit
 * @param isOver stops polling
 */
export const useVisitState = (
  signedIn: Pick<SignInAnswer, "token" | "host_told"> & Pick<VisitState, "approval" | "host_reply">,
  ask: (token: string) => Promise<{ answer?: VisitState | undefined }>,
  isOver = false,
): Pick<VisitState, "approval" | "host_reply"> => {
  const [state, setState] = useState<Pick<VisitState, "approval" | "host_reply">>(pickState(signedIn));
  const { token, host_told } = signedIn;
  const isWaiting = state.approval === "pending" || (host_told && state.approval !== "rejected");
  const isPending = state.approval === "pending";
  useEffect(() => {
    if (isOver || !isWaiting) return;
    const begun = Date.now();
    const timer = setInterval(async () => {
      if (!isPending && Date.now() - begun > ASK_FOR_MS) return clearInterval(timer);
      if (document.hidden) return;
      const { answer } = await ask(token);
      if (answer !== undefined) setState(answer);
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isOver, isWaiting, isPending, ask, token]);
  return state;
};
