/**
 * What a spreadsheet would reckon with, also behind blanks and breaks, which some skip, and in full width, which some read as the
 * same sign; and what begins with a tab or break, which moves it into another cell.
 */
const FORMULA = /^[\s\p{Cc}]*[=@+\-＝＠＋－]|^[\t\r\n]/u;
/** A telephone number or a plain number may be reckoned with. */
const NUMBER = /^[+-]?[\d\s().,/-]*$/;

/** A text as a cell of a CSV file that no spreadsheet takes for a formula. No import: the pages write such files, too. */
export const asPlainCell = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
