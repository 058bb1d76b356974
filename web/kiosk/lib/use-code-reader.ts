import { useEffect, useRef } from "react";

import { makeCodeCollector } from "./code-collector.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;
type Listener = (code: string) => void;

/** Who takes codes: the screen shown last. */
const listeners: Listener[] = [];

const fieldInFocus = (): { field: Field; value: string } | undefined => {
  const { activeElement: field } = document;
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? { field, value: field.value }
    : undefined;
};

/** Sets the value as typing does, so that React hears of it. */
const restore = ({ field, value }: { field: Field; value: string }): void => {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/** Reads codes until it is stopped. What a reader typed into a field is taken out of it again. */
const startReading = (): (() => void) => {
  const collect = makeCodeCollector();
  let before: ReturnType<typeof fieldInFocus>;
  const onKey = (event: KeyboardEvent): void => {
    const { begins, code } = collect(event);
    if (begins) before = fieldInFocus();
    if (code === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (before !== undefined) restore(before);
    listeners.at(-1)?.(code);
  };
  window.addEventListener("keydown", onKey, { capture: true });
  return () => window.removeEventListener("keydown", onKey, { capture: true });
};

let stop: (() => void) | undefined;

/** Reports the codes of a reader that types like a keyboard, while this is the screen shown last. @param found gets each code */
export const useCodeReader = (found: Listener): void => {
  const tell = useRef(found);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    const listener: Listener = (code) => tell.current(code);
    listeners.push(listener);
    stop ??= startReading();
    return () => {
      listeners.splice(listeners.indexOf(listener), 1);
      if (listeners.length > 0) return;
      stop?.();
      stop = undefined;
    };
  }, []);
};
