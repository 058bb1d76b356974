import { useState } from "react";

import { type FormProblem, problemOf } from "../../components/edits/use-draft.ts";
import { confirmSignIn } from "../../actions/already-inside.ts";
import { api } from "../../data/api/api.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import type { VisitType } from "../../data/lists/visit-types.ts";
import type { Visit } from "../../data/lists/visits.ts";

/** A question of a visit type. */
export type Question = VisitType["fields"][number];
/** The answers so far, by the name of the question. */
export type Answers = Readonly<Record<string, unknown>>;

/** "Sofie De Smet" as first and last name. */
export const splitName = (name: string): Answers => {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { ...(first !== "" && { first_name: first }), ...(rest.length > 0 && { last_name: rest.join(" ") }) };
};

/** The question that must be answered for the visit to have a name; undefined if none asks for it. */
export const namingQuestion = (questions: readonly Question[]): string | undefined =>
  ["first_name", "last_name", "company"].find((name) => questions.some(({ field_name }) => field_name === name));

/** The visible questions, in order. */
export const questionsOf = (type: VisitType | undefined): readonly Question[] =>
  (type?.fields ?? []).filter(({ visible }) => visible).toSorted((a, b) => a.index - b.index);

const isBlank = (value: unknown): boolean => value === undefined || value === "";

/** Numbers are sent as numbers, blanks are not sent. */
const sentAs = (answers: Answers, questions: readonly Question[]): Record<string, unknown> => {
  const kinds = new Map(questions.map(({ field_name, type }) => [field_name, type]));
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([, value]) => !isBlank(value))
      .map(([name, value]) => [name, kinds.get(name) === "number" ? Number(value) : value]),
  );
};

type SignInInput = {
  location: string;
  type: VisitType | undefined;
  questions: readonly Question[];
  answers: Answers;
  known: RegisteredVisitor | undefined;
  notify: boolean;
  photo: string | undefined;
};

const send = ({ location, type, questions, answers, known, notify, photo }: SignInInput): Promise<Visit> => {
  const body = {
    ...sentAs(answers, questions),
    ...(type !== undefined && { visit_type: type._id }),
    ...(photo !== undefined && { photo }),
    notify_host: notify,
  };
  return known === undefined
    ? api.request("POST /visitors", { body: { company_id: location, ...body } })
    : api.request("POST /knownvisitors/{id}/signin", { params: { id: known._id }, body });
};

/** Sends the form; an error appears beside its field. @param done is called with the new visit */
export const useEntry = (done: (visit: Visit) => void) => {
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const submit = async (entry: SignInInput): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    if (!(await confirmSignIn(entry.location, entry.answers))) return setBusy(false);
    try {
      const visit = await send(entry);
      void invalidatePeople(entry.location);
      done(visit);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { problem, busy, submit, setProblem };
};
