import { useState } from "react";

import { type FormProblem, problemOf } from "./use-draft.ts";

/** The fields of a form, and their state. */
export type FormState<Fields> = {
  fields: Fields;
  /** Changes some fields, and clears a problem. */
  set: (part: Partial<Fields>) => void;
  problem: FormProblem | undefined;
  busy: boolean;
  submit: () => void;
};

/**
 * The state of a form that is sent as a whole.
 * @param initial its initial fields
 * @param send sends it, and closes the form: after an error it stays open
 * @param check the page's own validation, before anything is sent
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
