import { useEffect, useRef, useState } from "react";

import { FoyerError } from "../../../../client/client.ts";
import { countChanges } from "./count-changes.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import type { SendChange } from "./save-merged.ts";
import { type EditedRecord, type Note, useEdits } from "./use-edits.ts";

/** An error of the service: its field, and its message. */
export type FormProblem = Note & {
  /** What else is to be said, below other fields. */
  also?: readonly Note[];
  /** Nothing failed: another user has changed the same fields (use-edits.ts). */
  isNote?: true;
};

/** An error in an editor's form: beside its field, `fields[2].options` as `fields.2.options`. */
export const problemOf = (error: unknown): FormProblem => {
  const field = error instanceof FoyerError ? (error.field ?? "") : "";
  return { field: field.replaceAll(/\[(\d+)\]/g, ".$1"), words: errorMessage(error) };
};

/** The message of a problem, if it belongs to this field or to a part of it. */
export const problemAt = (problem: FormProblem | undefined, field: string): string | undefined =>
  [...(problem === undefined ? [] : [problem]), ...(problem?.also ?? [])].find(
    (one) => one.field === field || one.field.startsWith(`${field}.`),
  )?.words;

/** A form's problem, with what others have changed meanwhile. */
export const withNotes = (problem: FormProblem | undefined, notes: readonly Note[]): FormProblem | undefined => {
  const [first, ...rest] = notes;
  if (first === undefined) return problem;
  return problem === undefined ? { ...first, also: rest, isNote: true } : { ...problem, also: notes };
};

/**
 * A record being edited: what is shown, the number of unsaved edits, and how to save them.
 * @param saved the record as the page has it; other users' changes appear, except in edited fields
 * @param send sends the changes, and reads the record again
 * @param record how to read it before it is saved; undefined where nothing is stored yet, or only the user changes it
 */
export const useDraft = <Record extends object>(
  saved: Record,
  send: SendChange<Record>,
  record?: EditedRecord<Record>,
) => {
  const edits = useEdits(saved, record);
  const { draft, edited, notes } = edits;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | undefined>();
  const changes = edited.reduce((sum, name) => sum + countChanges(edits.saved[name], draft[name]), 0);
  const discard = (): void => {
    edits.discard();
    setProblem(undefined);
  };
  // What is asked for while it saves: beside the first, a second one would take the user's own change for another's.
  const again = useRef(false);
  const save = async (): Promise<void> => {
    if (busy) {
      again.current = true;
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const isSaved = await edits.save(async (changed, whole, match) => {
        if (Object.keys(changed).length > 0) await send(changed, whole, match);
      });
      if (!isSaved) again.current = false;
    } catch (error) {
      again.current = false;
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (busy || !again.current) return;
    again.current = false;
    // oxlint-disable-next-line react/set-state-in-effect -- the next save begins when the one before has ended
    if (changes > 0) void save();
  });
  const set = (part: Partial<Record>): void => {
    edits.set(part);
    setProblem(undefined);
  };
  return { draft, set, changes, discard, save: () => void save(), busy, problem: withNotes(problem, notes) };
};
