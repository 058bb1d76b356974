/** A key that was pressed: its place on the keyboard, whatever its layout, and when (milliseconds). */
export type PressedKey = Pick<
  KeyboardEvent,
  "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "repeat" | "timeStamp"
>;

/** A reader types its keys faster than any person, and ends with Enter. */
const GAP_MS = 50;
/** No code of ours is shorter; a few quick letters are a person's. */
const LENGTH_MIN = 10;

/** The characters of the places with two, without and with Shift, as readers type them: on an American keyboard. */
const SIGNS: Readonly<Record<string, string>> = {
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Backquote: "`~",
};
const SHIFTED_DIGITS = ")!@#$%^&*(";

const characterOf = ({ code, shiftKey }: PressedKey): string | undefined => {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit !== undefined) return shiftKey ? SHIFTED_DIGITS[Number(digit)] : digit;
  return SIGNS[code]?.[shiftKey ? 1 : 0];
};

/** What a key means: one of a burst that has just begun, the end of a code, or nothing of either. */
export type KeyMeaning = { begins: boolean; code?: string };

/** Tells the codes of a reader that types like a keyboard from what a person types. @returns takes one key after the other */
export const makeCodeCollector = (): ((key: PressedKey) => KeyMeaning) => {
  const burst = { text: "", atMs: 0 };
  return (key) => {
    if (key.code === "ShiftLeft" || key.code === "ShiftRight") return { begins: false };
    const isFast = key.timeStamp - burst.atMs <= GAP_MS && !key.repeat;
    const text = isFast ? burst.text : "";
    if (key.code === "Enter" || key.code === "NumpadEnter") {
      burst.text = "";
      return { begins: false, ...(text.length >= LENGTH_MIN ? { code: text } : {}) };
    }
    const character = key.ctrlKey || key.altKey || key.metaKey || key.repeat ? undefined : characterOf(key);
    Object.assign(burst, { text: character === undefined ? "" : text + character, atMs: key.timeStamp });
    return { begins: character !== undefined && text === "" };
  };
};
