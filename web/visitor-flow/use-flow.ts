import { useState } from "react";

import type { Problems } from "./answers.ts";
import type { Door, RecognisedVisitor } from "./door.ts";
import { emptyDraft, findStepForField, problemsOf, withRefusedField } from "./draft.ts";
import type { Draft } from "./model.ts";
import { textsToSign, withRefusedSignature, withValidSignature } from "./signed-texts.ts";
import type { SignedText } from "./model.ts";
import { type Step, stepsOf, typeOf } from "./steps.ts";

type FlowState = { draft: Draft; key: string | undefined; problems: Problems };

/** A sign-in in progress. */
export type Flow = {
  draft: Draft;
  steps: readonly Step[];
  step: Step | undefined;
  /** From 1. */
  number: number;
  isLast: boolean;
  /** The visit type is chosen: the number of screens is final. */
  isCounted: boolean;
  problems: Problems;
  /** Stores the input, and leaves the screen. */
  set: (change: Partial<Draft>) => void;
  /** Stores an answer, and clears its problem. */
  answer: (name: string, value: unknown) => void;
  /** Goes to the next screen, if this one is complete; true if it was the last. `change` is stored first. */
  next: (change?: Partial<Draft>) => boolean;
  /** Goes to the previous screen; false if there is none. */
  back: () => boolean;
  /** Goes to the screen with a field that the service refused; false if there is none. */
  refuse: (field: string) => boolean;
};

const without = (problems: Problems, ...names: string[]): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)));

const OF_SIGNING: readonly (keyof Draft)[] = ["drawn", "typed"];

const resolved = (problems: Problems, change: Partial<Draft>): Problems => {
  const names = Object.keys(change).flatMap((key) =>
    OF_SIGNING.some((one) => one === key) ? ["signature"] : key === "host" ? ["recipient"] : [key],
  );
  return without(problems, ...names);
};

const refusedDraft = (draft: Draft, field: string): Draft =>
  field === "agreements" ? withRefusedSignature(draft) : withRefusedField(draft, field);

const refusedState = ({ draft }: FlowState, field: string, key: string): FlowState => ({
  draft: refusedDraft(draft, field),
  key,
  problems: { [field === "host" ? "recipient" : field]: "refused" },
});

/** @param shown the texts on the screen: a signature is given under them */
const changedState = (at: FlowState, change: Partial<Draft>, shown: readonly SignedText[]): FlowState => {
  const signs = OF_SIGNING.some((name) => name in change);
  const signed = signs ? { signedUnder: shown, isTextChanged: false } : {};
  return { ...at, draft: { ...at.draft, ...change, ...signed }, problems: resolved(at.problems, change) };
};

const answeredState = (at: FlowState, name: string, value: unknown): FlowState => ({
  ...at,
  draft: { ...at.draft, answers: { ...at.draft.answers, [name]: value } },
  problems: without(at.problems, name),
});

/** Where a sign-in begins, and how its screens are arranged. */
export type FlowOptions = {
  /** The visitor's language: the one in which they read what they sign. */
  language: string;
  /** The data known already. */
  start?: Partial<Draft> | undefined;
  /** The key of the first screen; by default, the first one. */
  firstKey?: string | undefined;
  /** Another arrangement of the same questions. */
  arrange?: (steps: readonly Step[]) => readonly Step[];
};

/**
 * The state of a sign-in: the input, the current screen, its problems. Layout is left to the caller.
 * @param fieldsPerScreen how many short fields fit on a screen; it may change on the way
 * @param recognised the visitor, as far as the service has recognised them
 */
export const useFlow = (
  door: Door,
  fieldsPerScreen: number,
  recognised: RecognisedVisitor | undefined,
  { language, start, firstKey, arrange = (steps) => steps }: FlowOptions,
): Flow => {
  const stepsFor = (of: Draft): readonly Step[] => arrange(stepsOf(door, of, fieldsPerScreen));
  const [state, setState] = useState<FlowState>(() => ({
    draft: { ...emptyDraft(recognised), ...start },
    key: firstKey,
    problems: {},
  }));
  const { key, problems } = state;
  const draft = withValidSignature(door, state.draft, language);
  const isTextChanged = draft !== state.draft;
  const steps = stepsFor(draft);
  const index = indexNow(steps, key, isTextChanged);
  if (isTextChanged) setState({ draft, problems: {}, key: steps[index]?.key });
  const step = steps[index];
  const next = (change: Partial<Draft> = {}): boolean => {
    const changed = { ...draft, ...change };
    const found = step === undefined ? {} : problemsOf(door, step, changed);
    const after = stepsFor(changed);
    const following = after[(step === undefined ? -1 : indexOfStep(after, step.key)) + 1];
    const isComplete = Object.keys(found).length === 0;
    setState({
      draft: changed,
      problems: found,
      key: isComplete && following !== undefined ? following.key : step?.key,
    });
    return isComplete && following === undefined;
  };
  const back = (): boolean => {
    const before = steps[index - 1];
    if (before !== undefined) setState((at) => ({ ...at, key: before.key, problems: {} }));
    return before !== undefined;
  };
  const refuse = (field: string): boolean => {
    const asking = findStepForField(stepsFor(refusedDraft(draft, field)), field);
    if (asking !== undefined) setState((at) => refusedState(at, field, asking.key));
    return asking !== undefined;
  };
  return {
    draft,
    steps,
    step,
    number: index + 1,
    isLast: index === steps.length - 1,
    isCounted: typeOf(door, draft) !== undefined,
    problems,
    set: (change) => setState((at) => changedState(at, change, textsToSign(door, draft, language))),
    answer: (name, value) => setState((at) => answeredState(at, name, value)),
    next,
    back,
    refuse,
  };
};

const isSigning = ({ kind }: Step): boolean => kind === "agreement" || kind === "signature";

/**
 * The index of a screen now. With less room, its questions may have moved to a screen that begins with another field.
 */
const indexOfStep = (steps: readonly Step[], key: string): number => {
  const exact = steps.findIndex((step) => step.key === key);
  if (exact >= 0) return exact;
  // Another agreement is asked for now, or none.
  if (key === "signature" || key.startsWith("agree-")) {
    const signing = steps.findIndex(isSigning);
    return signing < 0 ? steps.length - 1 : signing;
  }
  const name = key.replace(/^ask-/, "");
  return steps.findIndex(
    (step) => step.kind === "questions" && step.fields.some(({ field_name }) => field_name === name),
  );
};

/** The index of the current screen. @param isTextChanged a visitor who has signed and gone on goes back to what they sign */
const indexNow = (steps: readonly Step[], key: string | undefined, isTextChanged: boolean): number => {
  const index = Math.max(0, key === undefined ? 0 : indexOfStep(steps, key));
  const signing = steps.findIndex(isSigning);
  return isTextChanged && signing >= 0 ? Math.min(index, signing) : index;
};
