import type { MouseEvent } from "react";

/**
 * The field that a click on what is shown asks to change; undefined where a link or a button was pressed, or text was selected. By
 * keyboard the same form opens with "Edit details".
 */
export const clickedField = ({ target }: MouseEvent): string | undefined => {
  if (!(target instanceof Element) || target.closest("a, button, form") !== null) return undefined;
  if (globalThis.getSelection()?.isCollapsed === false) return undefined;
  return target.closest<HTMLElement>("[data-field]")?.dataset["field"];
};
