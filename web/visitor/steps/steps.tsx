import { useEffect } from "react";

import type { Door } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import { CurrentStep } from "../../visitor-flow/steps/current-step.tsx";
import type { StepProps } from "../../visitor-flow/steps/step.tsx";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { PhoneFace } from "./phone-face.tsx";
import { type SubmitProblem, SubmitProblemLine } from "./submit-problem-line.tsx";
import { useHistoryBack } from "./use-history-back.ts";

type StepsProps = Pick<StepProps, "flow" | "isBusy" | "words"> & {
  door: Door;
  documents: string;
  trouble: SubmitProblem | undefined;
  /** Called with all input when the last page is complete. */
  submit: (draft: Draft) => void;
  /** Called when a page was completed and another follows. */
  passed?: (draft: Draft) => void;
  /** Back to where the flow began; absent if there is nothing before it. */
  leave?: (() => void) | undefined;
};

/** Focuses the first invalid field. */
const useFocusOnWrong = ({ problems }: Flow): void => {
  useEffect(() => {
    if (Object.keys(problems).length > 0) document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
};

/** The way from the first question to the last. */
export const Steps = ({ submit, passed, leave, door, documents, trouble, ...props }: StepsProps) => {
  const { flow } = props;
  const base = leave === undefined ? 0 : 1;
  const back = useHistoryBack(flow.number - 1 + base, () => {
    if (!flow.back()) leave?.();
  });
  useFocusOnWrong(flow);
  // History entries of this flow are useless once the page is left in another way.
  useEffect(() => () => history.replaceState(null, ""), []);
  const next = (change: Partial<Draft> = {}): void => {
    const draft = { ...flow.draft, ...change };
    if (flow.next(change)) submit(draft);
    else passed?.(draft);
  };
  return (
    <PhoneFace door={door} documents={documents}>
      <CurrentStep
        {...props}
        next={next}
        back={flow.number > 1 || leave !== undefined ? back : undefined}
        trouble={trouble && <SubmitProblemLine trouble={trouble} />}
      />
    </PhoneFace>
  );
};
