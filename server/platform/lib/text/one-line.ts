const LENGTH_MAX = 300;

/**
 * One line of at most 300 characters that can be stored, from a text of any form: a mail server, a gateway or a library
 * may send anything.
 */
export const oneLine = (text: string): string =>
  text
    .slice(0, LENGTH_MAX)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();
