import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from "react";

import type { Problem } from "../answers.ts";
import type { Door, DoorAgreement, DoorField, DoorHost } from "../door.ts";

/** What a step passes to the frame that a face draws around it. */
export type StepFrameProps = {
  /** Another name is another screen: it slides in, and screen readers announce its title. */
  name: string;
  title: ReactNode;
  hint?: ReactNode;
  back: (() => void) | undefined;
  /** Undefined while the number of screens is unknown. */
  progress: { number: number; of: number } | undefined;
  /** The answers take the whole height. */
  isFull?: boolean;
  /** Texts are typed here. */
  types?: boolean;
  /** Where a name is typed, before the answers. */
  search?: ReactNode;
  /** The text beside the buttons; an alert if it is a problem. */
  note?: ReactNode;
  main?: ReactNode;
  side?: ReactNode;
  children: ReactNode;
};

type ButtonProps = Pick<ComponentProps<"button">, "onClick" | "disabled" | "children"> & { icon?: ReactNode };

/** A question as it is asked. */
export type AnswerProps = {
  field: DoorField;
  label: string;
  /** The title of the screen says the label already. */
  isAlone: boolean;
  value: unknown;
  problem: Problem | undefined;
  change: (value: unknown) => void;
  /** Stores the final answer of a screen, and goes on. */
  choose: (value: unknown) => void;
  /** Called when Enter is pressed in the last field. */
  submit: (() => void) | undefined;
};

type NameFieldProps = {
  label: string;
  capitals: boolean;
  complete: "name";
  problem: Problem | undefined;
  value: string;
  change: (value: string) => void;
};

/** The hosts to choose from. */
export type HostSearch = {
  /** Those that match, and pinned ones; until the next response, those of the last. */
  hosts: readonly DoorHost[];
  /** Whether a host has the typed name; undefined while that isn't known. `unavailable`: the names can't be read. */
  outcome: "found" | "none" | "unavailable" | undefined;
};

/**
 * The differences between kiosk and phone: how they draw, and where hosts and documents come from. Sizes are in their
 * `theme.css`.
 */
export type Face = {
  size: "large" | "small";
  door: Door;
  /** The visitor's language: a code of the location's. */
  language: string;
  /** For how many days data is kept; undefined: until it is erased. */
  days: number | undefined;
  /** The page shows a keyboard of its own. */
  hasKeys: boolean;
  /** There is room to read and to sign side by side. */
  signsBeside: boolean;
  Frame: ComponentType<StepFrameProps>;
  MainButton: ComponentType<ButtonProps & { arrow?: boolean; busy?: boolean }>;
  SideButton: ComponentType<ButtonProps>;
  PanelButton: ComponentType<ButtonProps>;
  TextButton: ComponentType<ButtonProps>;
  /** Turns and enlarges the document. */
  TurnButton: ComponentType<ButtonProps>;
  Answer: ComponentType<AnswerProps>;
  NameField: ComponentType<NameFieldProps>;
  FieldError: ComponentType<{ id: string; problem: Problem | undefined }>;
  Facts: ComponentType<{ children: ReactNode }>;
  Fact: ComponentType<{ icon: ReactNode; name: string; children: ReactNode }>;
  /** Finds hosts by part of a name, from two letters on. */
  FoundHosts: ComponentType<{ typed: string; children: (search: HostSearch) => ReactNode }>;
  /** The document of an agreement; undefined if it could not be read. A stable function for each language. */
  readDocument: (agreement: DoorAgreement) => Promise<Blob | undefined>;
};

/** Provided by each face around the steps. */
export const FaceContext = createContext<Face | undefined>(undefined);

/**
 * The face that draws the steps. @returns also a function that chooses between the kiosk's value and the phone's.
 * Errors: outside a face.
 */
export const useFace = () => {
  const face = use(FaceContext);
  if (face === undefined) throw new Error("useFace outside the steps");
  const isLarge = face.size === "large";
  return { ...face, isLarge, bySize: <T>(large: T, small: T): T => (isLarge ? large : small) };
};
