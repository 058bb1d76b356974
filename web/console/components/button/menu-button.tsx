import type { ReactNode } from "react";

import { type ButtonElement, onDemand, LazyPopup } from "./lazy-popup.tsx";

/** An item of a menu. */
export type MenuEntry = {
  /** If labels may be equal, such as names of locations. */
  key?: string;
  label: string;
  icon?: ReactNode;
  /** The current one, or one that is on. */
  isCurrent?: boolean;
  /** A divider before it: the next entries are of another kind. */
  apart?: boolean;
  choose: () => void;
};

export type MenuButtonProps = {
  button: ButtonElement;
  entries: readonly MenuEntry[];
  position: "top-start" | "top-end" | "bottom-start" | "bottom-end";
  width: number;
  listClassName?: string | undefined;
  /** After the entry that is on. */
  mark?: ReactNode;
  /** False: the chosen action moves the focus itself. */
  returnFocus?: boolean;
};

const LazyMenu = onDemand(async () => (await import("./menu.tsx")).OpenedMenu);

/** Loads what menus are made of. */
export const loadMenu = (): Promise<unknown> => LazyMenu.load();

/** A button with a menu. */
export const MenuButton = (props: MenuButtonProps) => (
  <LazyPopup popup="menu" load={LazyMenu.load} button={props.button}>
    <LazyMenu {...props} />
  </LazyPopup>
);
