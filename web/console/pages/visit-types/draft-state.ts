import type { useDraft } from "../../components/edits/use-draft.ts";
import type { VisitTypeDraft } from "./model.ts";

/** The visit type being edited, and the state of the preview beside it. */
export type VisitTypeDraftState = ReturnType<typeof useDraft<VisitTypeDraft>> & {
  /** The language edited last, which the preview shows. */
  language: string;
  setLanguage: (language: string) => void;
  /** The row opened last, or shown by the preview: the key of a step; empty means the first. */
  step: string;
  /** Whether that row is open. */
  isOpen: boolean;
  /** Opens a row; undefined closes the open one. */
  open: (step: string | undefined) => void;
  /** Makes the preview show a step; if a row is open, that of the step opens instead. */
  show: (step: string) => void;
};
