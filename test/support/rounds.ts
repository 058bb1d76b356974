/** The n-th of so many parts of a long form, from FOYER_PART=2/5; all of it without. */
const part = (): number => {
  const [, index, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(process.env["FOYER_PART"] ?? "1/1") ?? [];
  if (index === undefined || Number(index) > Number(parts)) throw new Error("FOYER_PART must be like 2/5");
  return Number(parts);
};

/** Whether the long forms of the promises run (FOYER_LONG=1). */
export const LONG = process.env["FOYER_LONG"] === "1";

/**
 * How often a test of a promise repeats: `gate` times in every run, `long` times on demand. A long form may be run in parts of its
 * own (FOYER_PART=1/5 to 5/5), each of which begins anew and holds for itself.
 */
export const roundsOf = (gate: number, long: number): number => (LONG ? Math.ceil(long / part()) : gate);
