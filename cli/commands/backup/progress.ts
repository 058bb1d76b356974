import type { Progress } from "../../../server/jobs/backup/backup.ts";

const LINE_WIDTH = 70;
const EVERY_MS = 200;
const MB = 1_000_000;

const WORDS: Readonly<Record<string, string>> = {
  check: "Checking the file",
  load: "Loading",
  verify: "Verifying",
  index: "Building indexes",
};

/** Shows the progress on a terminal; elsewhere prints nothing. */
export const makeProgress = (): { report: Progress; end(): void } => {
  const { stderr } = process;
  let [bytes, shown] = [0, 0];
  const write = (text: string): void => {
    if (!stderr.isTTY || performance.now() - shown < EVERY_MS) return;
    shown = performance.now();
    stderr.write(`\r${text.padEnd(LINE_WIDTH)}`);
  };
  const report: Progress = (step, done, total) => {
    if (total === 0) write(`${Math.round((bytes += done) / MB)} MB, ${step} …`);
    else write(`${WORDS[step] ?? step}: ${Math.floor((100 * done) / total)} %`);
  };
  return { report, end: () => void (stderr.isTTY && stderr.write(`\r${" ".repeat(LINE_WIDTH)}\r`)) };
};
