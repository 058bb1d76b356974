import type { ReactNode } from "react";

import { type ButtonElement, onDemand, LazyPopup } from "./lazy-popup.tsx";

/** An item of a menu. */
export type MenuEntry = {
  /** Where labels may be the same, such as names of locations. */
  key?: string;
  label: string;
  icon?: ReactNode;
  /** It is where one is, or what is on. */
  isCurrent?: boolean;
  /** A line before it: what follows is of another kind. */
  apart?: boolean;
  choose: () => void;
};

export type MenuButtonProps = {
  button: ButtonElement;
  entries: readonly MenuEntry[];
  position: "top-start" | "top-end" | "bottom-start" | "bottom-end";
  width: number;
  listClassName?: string | undefined;
  /** Behind the entry that is on. */
  mark?: ReactNode;
  /** False: what is chosen takes the focus itself. */
  returnFocus?: boolean;
};

const Opened = onDemand(async () => (await import("./menu.tsx")).OpenedMenu);

/** Loads what menus are made of. */
export const loadMenu = (): Promise<unknown> => Opened.load();

/** A button with a menu. */
export const MenuButton = (props: MenuButtonProps) => (
  <LazyPopup popup="menu" load={Opened.load} button={props.button}>
    <Opened {...props} />
  </LazyPopup>
);
