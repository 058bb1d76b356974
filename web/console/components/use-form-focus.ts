import { type RefObject, useEffect, useRef } from "react";

// A choice of what the form is about comes above its first field.
const FIELDS = "input:not([type=hidden], [type=radio]):enabled, textarea:enabled, select:enabled";

/** Whether the focus is already in the place, or moves through the rows of the list that opened it. */
const isBusyElsewhere = (place: HTMLElement): boolean =>
  place.contains(document.activeElement) || document.activeElement?.closest("[data-row]") !== null;

/** Takes the keyboard to the first field of a place as it opens. */
export const useFocusFirstField = (place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = place;
    if (current !== null && !isBusyElsewhere(current)) current.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [place]);
};

/**
 * Takes the keyboard to the first wrong field of a form that was sent, where readers say its error.
 * @param busy whether the answer is still awaited
 * @returns what the form calls when it is sent
 */
export const useFocusOnError = (busy: boolean): ((form: HTMLElement) => void) => {
  const sent = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const wrong = busy ? null : sent.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (wrong === undefined || wrong === null) return;
    sent.current = undefined;
    wrong.focus();
  });
  return (form) => {
    sent.current = form;
  };
};
