import { type KeyboardEvent, useEffect, useId, useState } from "react";

type Combobox = {
  active: number;
  setActive: (index: number) => void;
  /** Makes the first option active again, as after each change of the text. */
  reset: () => void;
  /** For the field: role, controlled list, active option, and its keys. */
  field: {
    role: "combobox";
    "aria-expanded": boolean;
    "aria-controls": string;
    "aria-autocomplete": "list";
    "aria-activedescendant"?: string;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** For the list and each option in it. */
  listId: string;
  optionId: (index: number) => string;
};

/**
 * A field whose keys move through a list of options, following the combobox pattern.
 * @param keys the options; the active one stays active while others come and go around it, and none is once it has gone
 * @param first the one that is active at first; -1: none until an arrow is pressed
 * @param take is called with the active one on Enter; `likely` if command or control was held
 */
export const useCombobox = (
  keys: readonly string[],
  { first, take, close }: { first: 0 | -1; take: (index: number, likely: boolean) => void; close: () => void },
): Combobox => {
  const listId = useId();
  const count = keys.length;
  const [chosen, setChosen] = useState<string>();
  const active = chosen === undefined ? Math.min(first, count - 1) : keys.indexOf(chosen);
  const setActive = (index: number): void => setChosen(keys[index]);
  const optionId = (index: number): string => `${listId}-${index}`;
  useEffect(() => {
    if (active >= 0) document.querySelector(`[id="${listId}-${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);
  const move = (event: KeyboardEvent, to: number): void => {
    event.preventDefault();
    if (count > 0) setActive((to + count) % count);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(event, active + 1);
    else if (event.key === "ArrowUp") move(event, active <= 0 ? count - 1 : active - 1);
    else if (event.key === "Escape" && count > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && active >= 0) {
      event.preventDefault();
      take(active, event.metaKey || event.ctrlKey);
    }
  };
  return {
    active,
    setActive,
    reset: () => setChosen(undefined),
    listId,
    optionId,
    field: {
      role: "combobox",
      "aria-expanded": count > 0,
      "aria-controls": listId,
      "aria-autocomplete": "list",
      ...(active >= 0 && { "aria-activedescendant": optionId(active) }),
      onKeyDown,
    },
  };
};
