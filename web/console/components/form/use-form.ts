import { useState } from "react";

import type { Match } from "../../data/api/record-tags.ts";
import { type FormProblem, problemOf, withNotes } from "../edits/use-draft.ts";
import { type EditedRecord, useEdits } from "../edits/use-edits.ts";

/** The fields of a form, and their state. */
export type FormState<Fields> = {
  fields: Fields;
  /** Changes some fields, and clears a problem. */
  set: (part: Partial<Fields>) => void;
  problem: FormProblem | undefined;
  busy: boolean;
  submit: () => void;
};

type FormOptions<Fields> = {
  /** The page's own validation, before anything is sent. */
  check?: (fields: Fields) => FormProblem | undefined;
  /** The record that the form changes; undefined if it makes a new one. */
  record?: EditedRecord<Fields> | undefined;
};

/**
 * The state of a form that is sent as a whole.
 * @param now the record's fields as the page has them; of a new one, the first that the form gets
 * @param send sends it if the record still is as `match` says, and closes the form: after an error it stays open
 */
export const useForm = <Fields extends object>(
  now: Fields,
  send: (fields: Fields, match: Match) => Promise<void>,
  { check = () => undefined, record }: FormOptions<Fields> = {},
): FormState<Fields> => {
  const [first] = useState(now);
  const edits = useEdits(record === undefined ? first : now, record);
  const { draft, notes } = edits;
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    const found = check(draft);
    if (found !== undefined) return setProblem(found);
    setBusy(true);
    try {
      const isSaved = await edits.save((_, whole, match) => send(whole, match));
      if (!isSaved) setBusy(false);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const set = (part: Partial<Fields>): void => {
    edits.set(part);
    setProblem(undefined);
  };
  return { fields: draft, set, problem: withNotes(problem, notes), busy, submit: () => void submit() };
};
