import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Draft } from "../model.ts";
import type { Step } from "../steps.ts";
import type { Flow } from "../use-flow.ts";
import { useFace } from "./face.ts";

/** A screen of the flow, with its navigation. */
export type StepProps = {
  flow: Flow;
  /** Stores a change and goes on, or sends everything after the last screen. */
  next: (change?: Partial<Draft>) => void;
  back: (() => void) | undefined;
  isBusy: boolean;
  /** The problem, if any. */
  trouble: ReactNode;
  /** The last screen's action, and the heading of mixed questions, if they differ from those of a sign-in. */
  words?: { last: string; few: string };
};

/** A screen of one kind. */
export type StepPropsOf<K extends Step["kind"]> = StepProps & { step: Extract<Step, { kind: K }> };

/** The visitor's progress: counted once the visit type is known, since that determines the number of screens. */
const progressOf = ({ steps, number, isCounted }: Flow): { number: number; of: number } | undefined => {
  const before = steps.findIndex(({ kind }) => kind === "type") + 1;
  return isCounted && number > before ? { number: number - before, of: steps.length - before } : undefined;
};

/** The parts that every screen of the flow has. */
export const frameOf = ({ flow, back, trouble }: StepProps) => ({
  name: flow.step?.key ?? "",
  back,
  progress: progressOf(flow),
  note: trouble,
});

/** "Continue", or the last screen's label. @param isSkipped nothing was answered, and nothing is required */
export const Next = ({ flow, next, isBusy, words, isSkipped = false }: StepProps & { isSkipped?: boolean }) => {
  const { t } = useTranslation("visitor-flow");
  const { MainButton } = useFace();
  return (
    <MainButton arrow busy={isBusy} onClick={() => next()}>
      {flow.isLast ? (words?.last ?? t("signIn")) : t(isSkipped ? "skip" : "continue")}
    </MainButton>
  );
};
