import { useState } from "react";

import { FoyerError } from "../../../client/client.ts";
import { countChanges } from "./count-changes.ts";
import { errorMessage } from "../data/error-message.ts";

/** What the service refused: which field, and why, in its words. */
export type FormProblem = { field: string; words: string };

/** A refusal as an editor shows it: beside the field that the service names, `fields[2].options` as `fields.2.options`. */
export const problemOf = (error: unknown): FormProblem => {
  const field = error instanceof FoyerError ? (error.field ?? "") : "";
  return { field: field.replaceAll(/\[(\d+)\]/g, ".$1"), words: errorMessage(error) };
};

/** The words of a problem, if it is this field's or is within it. */
export const problemAt = (problem: FormProblem | undefined, field: string): string | undefined =>
  problem !== undefined && (problem.field === field || problem.field.startsWith(`${field}.`))
    ? problem.words
    : undefined;

/** The edits but for those that are the same in `saved`. */
const without = <Record extends object>(edits: Partial<Record>, saved: Partial<Record>): Partial<Record> => {
  const left = { ...edits };
  for (const name of Object.keys(saved) as (keyof Record)[]) if (left[name] === saved[name]) delete left[name];
  return left;
};

/**
 * A record being edited: what is shown, how much of it is not saved, and how to save it.
 * @param saved the record as it was read; what others change meanwhile is shown, but for what is being edited
 * @param send sends what changed, and has the record read again
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
      // What was typed while it was saved is an edit still.
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
