import { useTranslation } from "react-i18next";

import type { Door } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/draft.ts";
import type { Step } from "../../visitor-flow/steps.ts";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { MainButton } from "../components/button.tsx";
import { type SubmitProblem, SubmitProblemLine } from "./submit-problem-line.tsx";

/** A page of the flow, and the ways out of it. */
export type StepProps = {
  door: Door;
  flow: Flow;
  /** Keeps a change and goes on, or sends it all where it was the last page. */
  next: (change?: Partial<Draft>) => void;
  back: (() => void) | undefined;
  isBusy: boolean;
  trouble: SubmitProblem | undefined;
  /** What the last page does, and how questions of all kinds are headed. */
  words: { last: string; few: string };
  /** Where the documents of agreements are, below `/visit/api`. */
  documents: string;
};

/** A page of one kind. */
export type StepPropsOf<K extends Step["kind"]> = StepProps & { step: Extract<Step, { kind: K }> };

/** What each page of the flow has in common. */
export const frameOf = ({ flow, back }: StepProps) => ({
  name: flow.step?.key ?? "",
  back,
  progress: flow.steps.length > 1 ? { number: flow.number, of: flow.steps.length } : undefined,
  tellsWho: true,
});

/** "Continue", or what the last one does. */
export const Next = ({ flow, next, isBusy, trouble, words }: StepProps) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <>
      <SubmitProblemLine trouble={trouble} />
      <MainButton arrow busy={isBusy} onClick={() => next()}>
        {flow.isLast ? words.last : t("continue")}
      </MainButton>
    </>
  );
};
