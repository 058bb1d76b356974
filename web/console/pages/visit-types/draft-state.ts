import type { useDraft } from "../../components/use-draft.ts";
import type { VisitTypeDraft } from "./model.ts";

/** The visit type being edited, and what the preview beside it shows. */
export type VisitTypeDraftState = ReturnType<typeof useDraft<VisitTypeDraft>> & {
  /** The language that was written last: the preview speaks it. */
  language: string;
  setLanguage: (language: string) => void;
  /** The row that was opened last, or that the preview went to: the key of a step; empty is the first. */
  step: string;
  /** Whether that row is open. */
  isOpen: boolean;
  /** Opens a row; undefined closes the open one. */
  open: (step: string | undefined) => void;
  /** Has the preview show a step; where a row is open, that of the step opens instead. */
  show: (step: string) => void;
};
