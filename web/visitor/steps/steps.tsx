import { useEffect } from "react";

import type { Draft } from "../../visitor-flow/draft.ts";
import { StepPage } from "./step-page.tsx";
import type { StepProps } from "./step.tsx";
import { useHistoryBack } from "./use-history-back.ts";

type StepsProps = Omit<StepProps, "next" | "back"> & {
  /** Called with everything when the last page is complete. */
  submit: (draft: Draft) => void;
  /** Called when a page was completed and another follows. */
  passed?: (draft: Draft) => void;
  /** To where the flow began; absent where there is nothing before it. */
  leave?: (() => void) | undefined;
};

/** The way from the first question to the last. */
export const Steps = ({ submit, passed, leave, ...props }: StepsProps) => {
  const { flow } = props;
  const base = leave === undefined ? 0 : 1;
  const back = useHistoryBack(flow.number - 1 + base, () => {
    if (!flow.back()) leave?.();
  });
  // What was entered of the way when this page is left otherwise is of no use to the next one.
  useEffect(() => () => history.replaceState(null, ""), []);
  const next = (change: Partial<Draft> = {}): void => {
    const draft = { ...flow.draft, ...change };
    if (flow.next(change)) submit(draft);
    else passed?.(draft);
  };
  return <StepPage {...props} next={next} back={flow.number > 1 || leave !== undefined ? back : undefined} />;
};
