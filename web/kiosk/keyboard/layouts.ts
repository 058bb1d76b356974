import { asCapital } from "./letters.ts";

/** What a board of keys shows at a time. */
export type Layer = "letters" | "capitals" | "digits" | "accents" | "accentCapitals" | "pad";

/** Rows of keys as simple-keyboard has them: keys with a blank between, `{…}` for function keys. */
export type Layouts = Record<Layer, string[]>;

const LETTERS: Record<string, readonly [string, string, string]> = {
  qwerty: ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"],
  azerty: ["a z e r t y u i o p", "q s d f g h j k l m", "w x c v b n '"],
  qwertz: ["q w e r t z u i o p ü", "a s d f g h j k l ö ä", "y x c v b n m ß"],
};

const ACCENTS = ["à á â ä ã å æ ç ñ", "è é ê ë ì í î ï œ", "ò ó ô ö ø ù ú û ü ÿ"] as const;

const LAYOUT_OF: Record<string, string> = { fr: "azerty", de: "qwertz" };

/** The keys beside ten digits for a telephone number, and for any other. */
const PADS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  phone: ["1 2 3 {bksp}", "4 5 6 -", "7 8 9 /", "+ 0 . {next}"],
  number: ["1 2 3 {bksp}", "4 5 6 -", "7 8 9 .", "+ 0 , {next}"],
};

const capitals = (row: string): string => row.replaceAll(/\S/g, asCapital);

const around = (rows: readonly string[], last: string): string[] => {
  const [first = "", second = "", third = ""] = rows;
  return [first, second, `{shift} ${third} {bksp}`, last];
};

/** Flanders types on azerty: the time zone tells a kiosk's region. */
const isFlemish = (language: string, timeZone: string): boolean =>
  language === "nl-BE" || (language === "nl" && timeZone === "Europe/Brussels");

/** The kind of a field's content, according to the field. */
export type FieldKind = "text" | "email" | "phone" | "number";

/** Whether a field is typed on ten keys. */
export const isPad = (kind: string): boolean => kind in PADS;

type KeyboardContext = { language: string; timeZone: string; kind: string };

/** The keyboard of a language, for a kind of field: an address field has the signs of an address. */
export const layoutsOf = ({ language, timeZone, kind }: KeyboardContext): Layouts => {
  const named = isFlemish(language, timeZone) ? "azerty" : LAYOUT_OF[language.split("-")[0] ?? ""];
  const rows = LETTERS[named ?? "qwerty"] ?? [];
  const signs = kind === "email" ? "@ ." : "-";
  const foot = `{digits} {accents} {space} ${signs} {next}`;
  const accentsFoot = `{digits} {letters} {space} ${signs} {next}`;
  return {
    letters: around(rows, foot),
    capitals: around(rows.map(capitals), foot),
    digits: [
      "1 2 3 4 5 6 7 8 9 0",
      "- _ / : ; ( ) & @ +",
      "{shift} . , ? ! ' \" # {bksp}",
      `{letters} {accents} {space} ${signs} {next}`,
    ],
    accents: around(ACCENTS, accentsFoot),
    accentCapitals: around(ACCENTS.map(capitals), accentsFoot),
    pad: [...(PADS[kind] ?? [])],
  };
};
