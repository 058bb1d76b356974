/** The letters of an SMS that fit 160 to a message (3GPP TS 23.038); one other letter makes all of them count twice and more. */
const GSM = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà^{}\\[~]|€",
);

/** Letters and signs that Unicode doesn't take apart. */
const PLAIN: Readonly<Record<string, string>> = {
  Œ: "OE",
  œ: "oe",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ð: "D",
  ð: "d",
  Þ: "Th",
  þ: "th",
  ı: "i",
  ẞ: "SS",
  "‘": "'",
  "’": "'",
  "‚": ",",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "‹": "'",
  "›": "'",
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "·": "-",
  "•": "-",
  "`": "'",
  "\t": " ",
};

const foldLetter = (letter: string): string => {
  if (GSM.has(letter)) return letter;
  const plain = PLAIN[letter] ?? letter.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
  return Array.from(plain).every((part) => GSM.has(part)) ? plain : letter;
};

/**
 * A text in the letters of an SMS: "Łukasz…" becomes "Lukasz...". What has no likeness among them, such as Greek or
 * Chinese, stays as it is.
 */
export const foldToGsm = (text: string): string => Array.from(text.normalize("NFC"), foldLetter).join("");
