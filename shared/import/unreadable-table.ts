/** Why a file can't be read as a table. */
export type TableProblem =
  | "unclosed_quote"
  | "too_many_columns"
  | "damaged_workbook"
  | "large_workbook"
  | "old_workbook"
  | "binary"
  | "empty";

const SENTENCES: Record<TableProblem, string> = {
  unclosed_quote: "A quotation mark is not closed.",
  too_many_columns: "There are more than 500 columns.",
  damaged_workbook: "The workbook is damaged, or protected by a password.",
  large_workbook: "The workbook is too large. Save its first sheet as CSV and import that.",
  old_workbook: "This is a workbook of an old Excel (.xls). Save it as .xlsx or CSV.",
  binary: "This is not a table: it is neither text nor an Excel workbook.",
  empty: "There is no row below the headings.",
};

/** A file that can't be read as a table: why, and the line where that is known. */
export class UnreadableTable extends Error {
  readonly problem: TableProblem;
  readonly line: number | undefined;

  constructor(problem: TableProblem, line?: number) {
    super(line === undefined ? SENTENCES[problem] : `Line ${line}: ${SENTENCES[problem]}`);
    this.problem = problem;
    this.line = line;
  }
}
