import { useState } from "react";

import { FoyerError } from "../../../client/client.ts";
import { countChanges } from "./count-changes.ts";
import { errorMessage } from "../data/error-message.ts";

/** An error of the service: its field, and its message. */
export type FormProblem = { field: string; words: string };

/** An error in an editor's form: beside its field, `fields[2].options` as `fields.2.options`. */
export const problemOf = (error: unknown): FormProblem => {
  const field = error instanceof FoyerError ? (error.field ?? "") : "";
  return { field: field.replaceAll(/\[(\d+)\]/g, ".$1"), words: errorMessage(error) };
};

/** The message of a problem, if it belongs to this field or to a part of it. */
export const problemAt = (problem: FormProblem | undefined, field: string): string | undefined =>
  problem !== undefined && (problem.field === field || problem.field.startsWith(`${field}.`))
    ? problem.words
    : undefined;

/** The edits that differ from `saved`. */
const without = <Record extends object>(edits: Partial<Record>, saved: Partial<Record>): Partial<Record> => {
  const left = { ...edits };
  for (const name of Object.keys(saved) as (keyof Record)[]) if (left[name] === saved[name]) delete left[name];
  return left;
};

/**
 * A record being edited: what is shown, the number of unsaved edits, and how to save them.
 * @param saved the record as read; other users' changes appear, except in edited fields
 * @param send sends the changes, and reads the record again
 */
export const useDraft = <Record extends object>(
  saved: Record,
  send: (changed: Partial<Record>, whole: Record) => Promise<unknown>,
) => {
  const [edits, setEdits] = useState<Partial<Record>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | undefined>();
  const draft: Record = { ...saved, ...edits };
  const names = (Object.keys(edits) as (keyof Record)[]).filter((name) => countChanges(saved[name], edits[name]) > 0);
  const changes = names.reduce((sum, name) => sum + countChanges(saved[name], edits[name]), 0);
  const discard = (): void => {
    setEdits({});
    setProblem(undefined);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send(Object.fromEntries(names.map((name) => [name, edits[name]])) as Partial<Record>, draft);
      // Edits made while saving remain edits.
      setEdits((now) => without(now, edits));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const set = (part: Partial<Record>): void => {
    setEdits((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  return { draft, set, changes, discard, save: () => void save(), busy, problem };
};
