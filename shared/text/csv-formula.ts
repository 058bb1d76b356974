/**
 * The beginnings of a formula, also after blanks and line breaks, which some spreadsheets skip, and in full width,
 * which some treat as the same character; and a leading tab or break, which would move the text to another cell.
 */
const FORMULA = /^[\s\p{Cc}]*[=@+\-＝＠＋－]|^[\t\r\n]/u;
/** What has such an apostrophe of its own gets another, so that the one that is taken off when it is read back is ours. */
const MARKED = /^'+\s*[=@+\-＝＠＋－]/u;
/** Plain numbers and telephone numbers may be evaluated. */
const NUMBER = /^[+-]?[\d\s().,/-]*$/;

/**
 * A text as a cell of a CSV file that no spreadsheet takes for a formula. No imports: the pages write such files, too.
 */
export const asPlainCell = (text: string): string =>
  (FORMULA.test(text) && !NUMBER.test(text)) || MARKED.test(text) ? `'${text}` : text;
