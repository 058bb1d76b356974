import { type RefObject, useEffect, useRef } from "react";

// A choice of type is above the first field.
const FIELDS = "input:not([type=hidden], [type=radio]):enabled, textarea:enabled, select:enabled";

/** Whether the focus is already inside, or moves through the rows of the list that opened it. */
const isBusyElsewhere = (place: HTMLElement): boolean =>
  place.contains(document.activeElement) || document.activeElement?.closest("[data-row]") !== null;

/** Moves the focus to the first field when a form opens. */
export const useFocusFirstField = (place: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = place;
    if (current !== null && !isBusyElsewhere(current)) current.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [place]);
};

/**
 * Moves the focus to the first invalid field of a submitted form, so that screen readers announce its error.
 * @param busy whether the response is still awaited
 * @returns a function to call when the form is submitted
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
