const MIB = 1024 * 1024;

const filled = (piece: string, length: number): string => piece.repeat(Math.max(1, Math.floor(length / piece.length)));
const each = (count: number, part: (n: number) => string): string =>
  Array.from({ length: Math.floor(count) }, (_, n) => part(n)).join(",");

/** JSON texts of about this many MiB that cost a careless parser far more time than their length is worth. */
export const hostileJson = (mib = 1): Record<string, string> => {
  const length = mib * MIB;
  return {
    "one number of zeros": `{"code":0.5${filled("0", length)}1}`,
    "numbers of 390 zeros": `[${filled(`0.5${"0".repeat(390)}1,`, length)}0]`,
    "short numbers": `[${filled("1e5,", length)}0]`,
    "signs without digits": filled("-", length),
    "deep arrays": filled("[", length / 2) + filled("]", length / 2),
    "deep objects": `${filled('{"a":', length)}1`,
    "unclosed arrays": filled("[", length),
    "unclosed text": `{"a":"${filled("x", length)}`,
    "an unclosed text of escapes": `{"a":"${filled("\\", length)}"`,
    "keys that are escapes": `[${filled('{"\\\\":1},', length)}0]`,
    "different keys with escapes": `{${each(length / 14, (n) => `"\\\\${n.toString(36)}":0`)}}`,
    "empty arrays": `[${filled("[],", length)}0]`,
    "empty objects": `[${filled("{},", length)}0]`,
    "one huge key": `{"${filled("k", length)}":1}`,
    "one huge key of escapes": `{"${filled("\\\\", length)}":1}`,
    "many keys": `{${each(length / 11, (n) => `"k${n.toString(36)}":0`)}}`,
    "keys that are numbers": `{${each(length / 11, (n) => `"${n}":0`)}}`,
    "one key again and again": `{${filled('"a":0,', length)}"a":0}`,
    "a text of backslashes": `{"a":"${filled("\\\\", length)}"}`,
    "a text of quotes": `{"a":"${filled('\\"', length)}"}`,
    "a text of lone surrogates": `{"a":"${filled("\\ud800", length)}"}`,
    "blanks before a colon": `{"\\n"${filled(" ", length)}:1}`,
    "texts with an escape and blanks": `[${filled(`"\\n"${" ".repeat(200)},`, length)}0]`,
    "a picture of backslashes": `{"photo":"${filled("\\\\", length)}"}`,
    "a picture beside escaped keys": `{"photo":"AAAA","answers":[${filled('{"\\\\":1},', length)}0]}`,
  };
};

/** The same as forms. */
export const hostileForms = (mib = 1): Record<string, string> => {
  const length = mib * MIB;
  return {
    "a deep key": `a${filled("[a]", length)}=1`,
    "a key of brackets": `a${filled("[", length)}=1`,
    "a key of unbalanced brackets": `a${filled("[]]", length)}=1`,
    "names alone": filled("a&", length),
    "deep pairs": filled(`a${"[a]".repeat(64)}=1&`, length),
    "too deep pairs": filled(`a${"[a]".repeat(67)}=1&`, length),
    pluses: filled("+", length),
    percents: filled("%", length),
    "encoded letters": filled("%61", length),
    "bytes that are no text": filled("%ff", length),
    "different groups": each(length / 55, (n) => `k${n}[x]=${"y".repeat(40)}`).replaceAll(",", "&"),
  };
};

/** Query strings longer than the longest that Node lets in. */
export const hostileQueries: Record<string, string> = {
  pairs: filled("a&", 64 * 1024),
  "one name": filled("q=x&", 64 * 1024),
  filters: filled("filter[a]=b&", 64 * 1024),
  "a filter of brackets": `filter${filled("[", 64 * 1024)}=x`,
  "a filter of bounds": `filter[a${filled("][startDate", 64 * 1024)}]=x`,
  "a long word": `q=${filled("x", 64 * 1024)}&search=${filled("y", 64 * 1024)}`,
  blanks: `q=${filled("%20", 64 * 1024)}`,
  pluses: `q=${filled("+", 64 * 1024)}`,
};

const usedMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Work of a fixed size, and the processor time that it takes on a quiet machine. */
const REFERENCE = JSON.stringify(Array.from({ length: 4000 }, (_, n) => ({ name: `key ${n}`, list: [n, n + 1] })));
const REFERENCE_MS = 3;

/** How many times slower than when quiet the machine is now, at least 1: the same work takes more while its cores are shared. */
const slowness = async (): Promise<number> => {
  let least = Infinity;
  for (let n = 0; n < 3; n += 1) least = Math.min(least, await usedMs(() => JSON.parse(REFERENCE)));
  return Math.max(1, least / REFERENCE_MS);
};

/**
 * Processor time in milliseconds that some work took in this process, as it would on a quiet machine: the least of three
 * tries, since the machine does other things. @param enough a first try below this is not repeated
 */
export const processorMs = async (work: () => unknown, enough = 0): Promise<number> => {
  let least = Infinity;
  for (let n = 0; n < 3 && least > enough; n += 1) {
    const ms = await usedMs(work);
    least = Math.min(least, ms > enough ? ms / (await slowness()) : ms);
  }
  return least;
};
