/** Rows of keys as simple-keyboard has them: keys with a blank between, `{…}` for function keys. */
export type Layouts = Record<"letters" | "capitals" | "digits" | "accents", string[]>;

const LETTERS: Record<string, readonly [string, string, string]> = {
  qwerty: ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"],
  azerty: ["a z e r t y u i o p", "q s d f g h j k l m", "w x c v b n '"],
  qwertz: ["q w e r t z u i o p ü", "a s d f g h j k l ö ä", "y x c v b n m ß"],
};

const LAYOUT_OF: Record<string, string> = { fr: "azerty", de: "qwertz" };

const CAPITAL: Record<string, string> = { ß: "ẞ" };

const capitals = (row: string): string =>
  row.replaceAll(/\S/g, (letter) => CAPITAL[letter] ?? letter.toLocaleUpperCase("en"));

const around = (rows: readonly string[], last: string): string[] => {
  const [first = "", second = "", third = ""] = rows;
  return [first, second, `{shift} ${third} {bksp}`, last];
};

/** Flanders types on azerty: where a kiosk stands is known by its time zone. */
const isFlemish = (language: string, timeZone: string): boolean =>
  language === "nl-BE" || (language === "nl" && timeZone === "Europe/Brussels");

type KeyboardContext = { language: string; timeZone: string; isMail: boolean };

/** The keyboard of a language. @param isMail an address is typed: its signs are at hand */
export const layoutsOf = ({ language, timeZone, isMail }: KeyboardContext): Layouts => {
  const named = isFlemish(language, timeZone) ? "azerty" : LAYOUT_OF[language.split("-")[0] ?? ""];
  const rows = LETTERS[named ?? "qwerty"] ?? [];
  const signs = isMail ? "@ ." : "-";
  const foot = `{digits} {accents} {space} ${signs} {next}`;
  return {
    letters: around(rows, foot),
    capitals: around(rows.map(capitals), foot),
    digits: [
      "1 2 3 4 5 6 7 8 9 0",
      "- _ / : ; ( ) & @ +",
      "{shift} . , ? ! ' \" # {bksp}",
      `{letters} {accents} {space} ${signs} {next}`,
    ],
    accents: [
      "à á â ä ã å æ ç ñ",
      "è é ê ë ì í î ï œ",
      "{shift} ò ó ô ö ø ù ú û ü ÿ {bksp}",
      `{digits} {letters} {space} ${signs} {next}`,
    ],
  };
};
