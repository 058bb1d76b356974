import { useState } from "react";

import { type FormProblem, problemOf } from "./use-draft.ts";

/** What is in a form, and what becomes of it. */
export type FormState<Fields> = {
  fields: Fields;
  /** Changes some fields; a problem that was shown goes. */
  set: (part: Partial<Fields>) => void;
  problem: FormProblem | undefined;
  busy: boolean;
  submit: () => void;
};

/**
 * The state of a form that is sent as a whole.
 * @param initial what is in it at first
 * @param send sends it, and closes the form: after a refusal it stays open
 * @param check what the page itself finds wrong before anything is sent
 */
export const useForm = <Fields extends object>(
  initial: Fields | (() => Fields),
  send: (fields: Fields) => Promise<void>,
  check: (fields: Fields) => FormProblem | undefined = () => undefined,
): FormState<Fields> => {
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const found = check(fields);
    if (found !== undefined) return setProblem(found);
    setBusy(true);
    try {
      await send(fields);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const set = (part: Partial<Fields>): void => {
    setFields((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  return { fields, set, problem, busy, submit: () => void submit() };
};
