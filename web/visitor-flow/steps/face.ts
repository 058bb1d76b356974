import { type ComponentProps, type ComponentType, createContext, type ReactNode, use } from "react";

import type { Problem } from "../answers.ts";
import type { Door, DoorAgreement, DoorField, DoorHost } from "../door.ts";

/** What a step puts into the frame that a face draws around it. */
export type StepFrameProps = {
  /** Another name is another screen: it slides in, and readers hear its title. */
  name: string;
  title: ReactNode;
  hint?: ReactNode;
  back: (() => void) | undefined;
  /** Undefined while the number of screens is not known. */
  progress: { number: number; of: number } | undefined;
  /** The answers take the whole height. */
  isFull?: boolean;
  /** Texts are typed here. */
  types?: boolean;
  /** Where a name is typed, before the answers. */
  search?: ReactNode;
  /** What is said beside the buttons; an alert where it came in the way. */
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
  /** Keeps an answer that leaves nothing more to say, and goes on. */
  choose: (value: unknown) => void;
  /** Called when the key that ends the last field is pressed. */
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

/** What kiosk and phone have apart: how they draw, and where hosts and documents come from. Sizes are in their `theme.css`. */
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
  /** Turns and enlarges what is read. */
  TurnButton: ComponentType<ButtonProps>;
  Answer: ComponentType<AnswerProps>;
  NameField: ComponentType<NameFieldProps>;
  FieldError: ComponentType<{ id: string; problem: Problem | undefined }>;
  Facts: ComponentType<{ children: ReactNode }>;
  Fact: ComponentType<{ icon: ReactNode; name: string; children: ReactNode }>;
  /** Finds hosts whose name is meant, and the pinned ones; four at most. `undefined` while nothing was answered yet. */
  FoundHosts: ComponentType<{ typed: string; children: (hosts: readonly DoorHost[] | undefined) => ReactNode }>;
  /** The document of an agreement; undefined when it could not be read. One function for as long as the language is the same. */
  readDocument: (agreement: DoorAgreement) => Promise<Blob | undefined>;
};

/** Provided by each face around the steps. */
export const FaceContext = createContext<Face | undefined>(undefined);

/** What draws the steps. @returns also what chooses between the kiosk's value and the phone's. Errors: outside a face. */
export const useFace = () => {
  const face = use(FaceContext);
  if (face === undefined) throw new Error("useFace outside the steps");
  const isLarge = face.size === "large";
  return { ...face, isLarge, bySize: <T>(large: T, small: T): T => (isLarge ? large : small) };
};
