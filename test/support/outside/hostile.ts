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

/** Uploads of hosts as CSV that cost a careless parser far more time than their length is worth. */
export const hostileTables = (mib = 16): Record<string, string> => {
  const length = mib * MIB;
  const header = "cn,telephoneNumber,mobile,mail\n";
  return {
    "a first line without an end": filled("c", length),
    "a first line of columns": `cn${filled(",x", length)}`,
    "a field without an end": `${header}"${filled("x", length)}`,
    "a field of quotes": `${header}"${filled('""', length)}"`,
    "a row of commas": header + filled(",", length),
    "empty rows": header + filled(",,,\n", length),
    "line breaks": header + filled("\n", length),
    "carriage returns": header + filled("\r", length),
    "quotes alone": header + filled('"\n', length),
    "rows of one letter": header + filled("a\n", length),
    "rows with a bad address": header + filled("Ann,,,no address\n", length),
  };
};

/** Uploads of hosts as JSON of the same kind. */
export const hostileLists = (mib = 16): Record<string, string> => {
  const length = mib * MIB;
  const list = (row: string): string => `[${filled(`${row},`, length)}${row}]`;
  return {
    "empty rows": list("{}"),
    "rows of one letter": list('{"cn":"a"}'),
    "rows with a bad address": list('{"cn":"Ann","mail":"no address"}'),
    "rows of other keys": list(`{${each(40, (n) => `"k${n}":${n}`)}}`),
    "rows of escapes": list(String.raw`{"\u0063n":"\n"}`),
    "one row of lists": `[[${filled("[],", length / 8)}0]]`,
    "one long name": `[{"cn":"${filled("x", length)}"}]`,
    numbers: list("1"),
  };
};

/** Pictures and documents of the same kind, as the value of a key. */
export const hostileTexts = (mib = 7): Record<string, string> => {
  const length = mib * MIB;
  return {
    letters: filled("A", length),
    "line breaks": filled("\n", length),
    "letters and line breaks": filled("A\n", length),
    "equals signs": filled("=", length),
    "a data URL without an end": `data:${filled("x", length)}`,
    "a data URL of text": `data:text/plain,${filled("%", length)}`,
    "a data URL of line breaks": `data:image/png;base64,${filled("AAA\r\n", length)}`,
    "a drawing of brackets": `data:image/svg+xml,${filled("<", length)}`,
    "a drawing of comments": `data:image/svg+xml;base64,${Buffer.from(filled("<!-- -->", length * 0.7)).toString("base64")}`,
    "a document without an end": Buffer.from(`%PDF-1.7\n${filled("1 0 obj\n", length * 0.7)}`).toString("base64"),
    "a whole document": Buffer.from(`%PDF-1.7\n${filled("x", length * 0.7)}startxref\n0\n%%EOF\n`).toString("base64"),
    "a header of captions": `WEBVTT\n${filled("\n00:00", 250_000)}`,
    "captions of line breaks": `WEBVTT\n${filled("\n", 250_000)}`,
    "captions of times": `WEBVTT\n${filled("\n00:00:00.000 -->", 250_000)}`,
    "captions of blanks": `WEBVTT\n\n00:00:00.000${filled(" ", 250_000)}`,
  };
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

const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let last = process.threadCpuUsage();
  let probe: NodeJS.Immediate;
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    probe = setImmediate(look);
  };
  probe = setImmediate(look);
  await work();
  // The turn in which the work ended counts, too.
  await new Promise((resolve) => setImmediate(resolve));
  clearImmediate(probe);
  return longest;
};

/**
 * The longest time in milliseconds that some work let nothing else happen in this thread, as on a quiet machine:
 * processor time of one turn of the event loop, the least of three tries. @param enough a first try below this is not
 * repeated
 */
export const longestTurnMs = async (work: () => Promise<unknown>, enough: number): Promise<number> => {
  let least = Infinity;
  for (let n = 0; n < 3 && least > enough; n += 1) {
    const ms = await longestTurn(work);
    least = Math.min(least, ms > enough ? ms / (await slowness()) : ms);
  }
  return Math.round(least);
};
