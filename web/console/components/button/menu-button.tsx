import { onDemand, LazyPopup } from "./lazy-popup.tsx";
import type { MenuButtonProps } from "./menu.tsx";

const LazyMenu = onDemand(async () => (await import("./menu.tsx")).OpenedMenu);

/** Loads what menus are made of. */
export const loadMenu = (): Promise<unknown> => LazyMenu.load();

/** A button with a menu. */
export const MenuButton = (props: MenuButtonProps) => (
  <LazyPopup popup="menu" load={LazyMenu.load} button={props.button}>
    <LazyMenu {...props} />
  </LazyPopup>
);
