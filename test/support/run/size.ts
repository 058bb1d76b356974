/** The n-th part of a long form, from FOYER_PART=2/5; without it, all of it. */
const part = (): number => {
  const [, index, parts] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(process.env["FOYER_PART"] ?? "1/1") ?? [];
  if (index === undefined || Number(index) > Number(parts)) throw new Error("FOYER_PART must be like 2/5");
  return Number(parts);
};

/** The setting by which `npm run test:promises` asks for the sizes that the promises name (docs/guarantees.md). */
export const SIZE_VARIABLE = "FOYER_TEST_SIZE";
/** Its value then. */
export const PROMISED_SIZE = "promises";

/** Whether the long forms of the promises run (FOYER_LONG=1). */
export const LONG = process.env["FOYER_LONG"] === "1";

/** Whether a run is of the size that the promises name. */
export const IS_PROMISED = LONG || process.env[SIZE_VARIABLE] === PROMISED_SIZE;
/** `npm test` proves each rule with so small a part of what a promise names. */
const GATE_PART = 10;

/** How many of `promised` cases a run tries: all of them for the promises, a tenth in `npm test`, at least one. */
export const sizeOf = (promised: number): number => (IS_PROMISED ? promised : Math.ceil(promised / GATE_PART));

/**
 * How often a test of a promise repeats: `promised` times, a tenth of it in `npm test`, and `long` times on demand. A long form may
 * be run in parts of its own (FOYER_PART=1/5 to 5/5), each of which begins anew and holds for itself.
 */
export const roundsOf = (promised: number, long: number): number =>
  LONG ? Math.ceil(long / part()) : sizeOf(promised);

/** How many cases to try: as many as the environment variable says, else `promised` by the size of the run. */
export const timesOf = (variable: string, promised: number): number =>
  Number(process.env[variable] ?? sizeOf(promised));

let taken = 0;

/**
 * The cases that a run tries: all of them for the promises, every tenth in `npm test`, and never none. Each call begins one further, so
 * that what one test of a file leaves out the next one tries.
 */
export const casesOf = <T>(promised: readonly T[]): readonly T[] => {
  if (IS_PROMISED) return promised;
  const parts = Math.min(GATE_PART, promised.length);
  const first = taken++ % parts;
  return promised.filter((_, n) => n % parts === first);
};
