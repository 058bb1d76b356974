import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { parse } from "csv-parse/sync";

import { findOrInstall } from "../../../support/run/debian.ts";

const run = promisify(execFile);
const BYTES_MAX = 256 * 1024 * 1024;

const works = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

const first = async (programs: readonly string[], ...args: string[]): Promise<string | undefined> => {
  for (const program of programs) if (await works(program, ...args)) return program;
  return undefined;
};

/** A LibreOffice. Never skipped: without one the test installs it where it may, or fails and says what to install. */
export const findLibreOffice = (): Promise<string> =>
  findOrInstall(
    () => first(["soffice", "libreoffice"], "--version"),
    "The export is read by LibreOffice, and none was found. Install it (Debian: apt-get install libreoffice-calc-nogui).",
    "libreoffice-calc-nogui",
  );

/** A Python with openpyxl, in the same way. */
export const findOpenpyxl = (): Promise<string> =>
  findOrInstall(
    () => first(["python3", "/usr/bin/python3"], "-c", "import openpyxl"),
    "The export is read by openpyxl, and no Python with it was found. Install it (Debian: apt-get install python3-openpyxl).",
    "python3-openpyxl",
  );

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-export-"));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
};

/** Comma, quote, UTF-8; every text quoted, so that it differs from a number; values as they are stored. */
const CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,false,false,-1";
/** The same with formulas in place of their values, to see whether there are any. */
const FORMULAS = CSV.replace("false,false,false,-1", "false,true,false,-1");

/** A cell as LibreOffice read it: a text has quotes in its CSV file, a number or date does not. */
export type CalcCell = { value: string; isText: boolean };

const cellsOf = (text: string): CalcCell[][] =>
  parse(text, {
    cast: (value, { quoting }) => ({ value, isText: quoting }),
    bom: true,
    relax_column_count: true,
  }) as unknown as CalcCell[][];

/** What LibreOffice reads of a workbook: its cells, and the same with formulas shown. */
export const readByLibreOffice = (
  program: string,
  bytes: Buffer,
): Promise<{ cells: CalcCell[][]; formulas: CalcCell[][] }> =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "export.xlsx"), bytes);
    const convert = async (filter: string, out: string): Promise<CalcCell[][]> => {
      const args = [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        filter,
        "--outdir",
        join(folder, out),
      ];
      await run(program, [...args, join(folder, "export.xlsx")], { maxBuffer: BYTES_MAX });
      const names = await readdir(join(folder, out));
      return cellsOf(await readFile(join(folder, out, names[0] ?? ""), "utf8"));
    };
    return { cells: await convert(CSV, "values"), formulas: await convert(FORMULAS, "formulas") };
  });

const SCRIPT = `
import json, sys, datetime, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.active
def shown(cell):
    value = cell.value
    if isinstance(value, datetime.datetime):
        value = value.isoformat(sep=" ", timespec="seconds")
    return {"type": cell.data_type, "value": value, "date": cell.is_date}
json.dump({"names": book.sheetnames, "rows": [[shown(cell) for cell in row] for row in sheet.iter_rows()]}, sys.stdout)
`;

/** A cell as openpyxl read it: \`s\` text, \`n\` number or nothing, \`b\` boolean, \`d\` date, \`f\` formula. */
export type PyCell = { type: string; value: string | number | boolean | null; date: boolean };

/** What openpyxl reads of a workbook. */
export const readByOpenpyxl = (program: string, bytes: Buffer): Promise<{ names: string[]; rows: PyCell[][] }> =>
  inFolder(async (folder) => {
    const path = join(folder, "export.xlsx");
    await writeFile(path, bytes);
    const { stdout } = await run(program, ["-c", SCRIPT, path], { maxBuffer: BYTES_MAX });
    return JSON.parse(stdout);
  });
