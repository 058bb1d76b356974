import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { problemOf } from "../../components/edits/use-draft.ts";
import { useLocationId } from "../../data/session/location.ts";
import type { SetupPart } from "./setup.ts";

/** Runs a step's action, then opens the next step; an error is shown, and the step remains. */
export const useStep = (next: SetupPart) => {
  const navigate = useNavigate();
  const location = useLocationId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const goOn = (): Promise<void> => navigate({ to: "/setup/$location", params: { location }, search: { step: next } });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      await goOn();
    } catch (error) {
      setProblem(problemOf(error).words);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run: (work: () => Promise<unknown>) => void run(work), goOn: () => void goOn() };
};
