/**
 * A text of a message without the characters that turn the direction of what follows them (U+202A to 202E, U+2066 to
 * 2069), and without control characters but line breaks and tabs: a name must not rearrange the words around it. What
 * is stored keeps them.
 */
export const plainDirections = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]|(?![\n\r\t])\p{Cc}/gu, "");
