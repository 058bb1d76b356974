import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Draft } from "../draft.ts";
import type { Step } from "../steps.ts";
import type { Flow } from "../use-flow.ts";
import { useFace } from "./face.ts";

/** A screen of the flow, and the ways out of it. */
export type StepProps = {
  flow: Flow;
  /** Keeps a change and goes on, or sends it all where it was the last screen. */
  next: (change?: Partial<Draft>) => void;
  back: (() => void) | undefined;
  isBusy: boolean;
  /** What came in the way; undefined where nothing did. */
  trouble: ReactNode;
  /** What the last screen does, and how questions of all kinds are headed, where that is not a sign-in. */
  words?: { last: string; few: string };
};

/** A screen of one kind. */
export type StepPropsOf<K extends Step["kind"]> = StepProps & { step: Extract<Step, { kind: K }> };

/** How far the visitor is: counted from where the visit type is known, since that says how many screens there are. */
const progressOf = ({ steps, number, isCounted }: Flow): { number: number; of: number } | undefined => {
  const before = steps.findIndex(({ kind }) => kind === "type") + 1;
  return isCounted && number > before ? { number: number - before, of: steps.length - before } : undefined;
};

/** What each screen of the flow has in common. */
export const frameOf = ({ flow, back, trouble }: StepProps) => ({
  name: flow.step?.key ?? "",
  back,
  progress: progressOf(flow),
  note: trouble,
});

/** "Continue", or what the last one does. @param isSkipped nothing was answered, and nothing must be */
export const Next = ({ flow, next, isBusy, words, isSkipped = false }: StepProps & { isSkipped?: boolean }) => {
  const { t } = useTranslation("visitor-flow");
  const { MainButton } = useFace();
  return (
    <MainButton arrow busy={isBusy} onClick={() => next()}>
      {flow.isLast ? (words?.last ?? t("signIn")) : t(isSkipped ? "skip" : "continue")}
    </MainButton>
  );
};
