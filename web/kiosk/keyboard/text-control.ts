/** An element that text can be typed into. */
export type TextControl = HTMLInputElement | HTMLTextAreaElement;

const FIELDS = "input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea";

/** The fields of a screen, in their order. */
export const fieldsIn = (screen: HTMLElement | null): TextControl[] => [
  ...(screen?.querySelectorAll<TextControl>(FIELDS) ?? []),
];

/** The field that follows on a screen; undefined after the last one. */
export const fieldAfter = (screen: HTMLElement | null, field: TextControl): TextControl | undefined => {
  const fields = fieldsIn(screen);
  return fields[fields.indexOf(field) + 1];
};

/** React notices a change only if the value is set through the native setter. */
const setValue = (field: TextControl, value: string): void => {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};

/** Types a text at the caret, or over the selection. */
export const typeInto = (field: TextControl, text: string): void => {
  const from = field.selectionStart ?? field.value.length;
  const to = field.selectionEnd ?? from;
  setValue(field, field.value.slice(0, from) + text + field.value.slice(to));
  field.setSelectionRange(from + text.length, from + text.length);
};

/** A character may be several code units. */
const lastLengthOf = (text: string): number => [...new Intl.Segmenter().segment(text)].at(-1)?.segment.length ?? 0;

/** Deletes the selection, or the character before the caret. */
export const deleteBackward = (field: TextControl): void => {
  const to = field.selectionEnd ?? field.value.length;
  const start = field.selectionStart ?? to;
  const from = start < to ? start : Math.max(0, to - lastLengthOf(field.value.slice(0, to)));
  setValue(field, field.value.slice(0, from) + field.value.slice(to));
  field.setSelectionRange(from, from);
};

/** Puts a mark on the character before the caret: e and ´ are é. */
export const typeMark = (field: TextControl, mark: string): void => {
  const to = field.selectionStart ?? field.value.length;
  const last = field.value.slice(to - lastLengthOf(field.value.slice(0, to)), to);
  if (last === "") return;
  deleteBackward(field);
  typeInto(field, `${last}${mark}`.normalize("NFC"));
};

/** Whether a word begins at the caret: at the beginning, after a blank and after a hyphen. */
export const beginsWord = (field: TextControl): boolean =>
  /(^|[\s-])$/.test(field.value.slice(0, field.selectionStart ?? field.value.length));
