import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

/** What a bench was started with: its own options, a folder with a database to take up (`--data`), and whether it is a trial. */
export type BenchArguments<Options> = Options & { data: string | undefined; isTrial: boolean };

/**
 * Reads the options of a bench from the command line. `--trial` takes the smallest sizes and judges nothing: it shows that the bench works.
 * @param usual each option with its default
 * @param trial the defaults of a trial, where they differ
 */
export const readArguments = <Options extends Record<string, string>>(
  usual: Options,
  trial: Partial<Options>,
): BenchArguments<Options> => {
  const named = Object.fromEntries(Object.keys(usual).map((name) => [name, { type: "string" as const }]));
  const options = { ...named, data: { type: "string" as const }, trial: { type: "boolean" as const } };
  const { values } = parseArgs({ options });
  const { data, trial: isTrial = false, ...given } = values;
  return { ...usual, ...(isTrial ? trial : {}), ...given, data, isTrial };
};

/** Runs a bench with a scratch folder, which is removed, and the folder of its data: the one that was named, else one in the scratch folder. */
export const inFolders = async (
  { data }: { data: string | undefined },
  work: (dataDir: string, scratch: string) => Promise<void>,
): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), "foyer-bench-"));
  try {
    await work(data === undefined ? join(scratch, "data") : resolve(data), scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
