/** Whether the month or the day comes first. */
export type DayOrder = "day_first" | "month_first";

/** A date as written: on the location's clock, or an instant where it has a zone. */
export type WrittenDate = { wall: string; zone: string | undefined; hasTime: boolean };

/** Where people write the month first. */
const MONTH_FIRST = new Set(["US", "PH", "FM", "MH", "PW"]);

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** As they begin in German, French and Dutch. */
const OTHER_MONTHS: Record<string, number> = {
  mär: 3,
  maa: 3,
  mrt: 3,
  mai: 5,
  mei: 5,
  okt: 10,
  dez: 12,
  déc: 12,
  fév: 2,
  avr: 4,
  jui: 0,
  aoû: 8,
  aug: 8,
};

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])/;
const NUMERIC = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?=$|[,T\s])/;
const NAMED = /^(?:(\d{1,2})[\s.-]+(\p{L}{3,10})\.?|(\p{L}{3,10})\.?\s+(\d{1,2}),?)[\s,-]+(\d{4}|\d{2})(?=$|[,T\s])/u;
const TIME =
  /^[,T\s]*(?:at\s)?(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s{0,3}([ap])?\.?m?\.?\s{0,3}(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

const monthOf = (name: string): number => {
  const lower = name.toLowerCase();
  if (lower.startsWith("juin")) return 6;
  if (lower.startsWith("juil")) return 7;
  return MONTHS.indexOf(lower.slice(0, 3)) + 1 || (OTHER_MONTHS[lower.slice(0, 3)] ?? 0);
};

type Day = { day: [year: number, month: number, day: number]; length: number };

const dayIn = (text: string, order: DayOrder): Day | undefined => {
  const iso = ISO.exec(text);
  if (iso !== null) return { day: [Number(iso[1]), Number(iso[2]), Number(iso[3])], length: iso[0].length };
  const named = NAMED.exec(text);
  if (named !== null) {
    const [all, before, month, other, after, year = ""] = named;
    return { day: [yearOf(year), monthOf(month ?? other ?? ""), Number(before ?? after)], length: all.length };
  }
  const [all, first, second, year = ""] = NUMERIC.exec(text) ?? [];
  if (all === undefined) return undefined;
  const [day, month] = order === "day_first" ? [first, second] : [second, first];
  return { day: [yearOf(year), Number(month), Number(day)], length: all.length };
};

const two = (n: number): string => String(n).padStart(2, "0");

/** A time as `09:30:00`, with the zone that it names. */
const timeIn = (text: string): { time: string; zone: string | undefined } | undefined => {
  const [all, hours = "", minutes = "", seconds = "0", half, zone] = TIME.exec(text) ?? [];
  if (all === undefined) return undefined;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return {
    time: `${two(hour)}:${minutes}:${two(Number(seconds))}`,
    zone: zone !== undefined && /^(?:Z|UTC|GMT)$/i.test(zone) ? "Z" : zone,
  };
};

/**
 * Reads a date with or without a time, as programs and people write it. @param time of a day alone, `HH:MM:SS`
 * @returns undefined for anything else, and for a day or an hour that does not exist
 */
export const readDate = (given: string, order: DayOrder, time = "00:00:00"): WrittenDate | undefined => {
  const text = given.trim();
  const found = dayIn(text, order);
  if (found === undefined) return undefined;
  const rest = text.slice(found.length);
  const clock = rest === "" ? { time, zone: undefined } : timeIn(rest);
  if (clock === undefined) return undefined;
  const [year, month, day] = found.day;
  const wall = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${clock.time}`;
  const ms = Date.parse(`${wall}Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 19) !== wall) return undefined;
  return { wall, zone: clock.zone, hasTime: rest !== "" };
};

/** Collects what a column proves about the order of its dates. */
export const makeOrderProof = (): { see: (text: string) => void; found: () => DayOrder | undefined } => {
  let [dayFirst, monthFirst] = [false, false];
  return {
    see: (text) => {
      const [, first, second] = NUMERIC.exec(text.trim()) ?? [];
      if (Number(first) > 12) dayFirst = true;
      if (Number(second) > 12) monthFirst = true;
    },
    // A column that proves both proves nothing.
    found: () => (dayFirst === monthFirst ? undefined : dayFirst ? "day_first" : "month_first"),
  };
};

/** The order in which people of a country (ISO 3166) write; the day first where it isn't known. */
export const orderIn = (country: string | null | undefined): DayOrder =>
  MONTH_FIRST.has((country ?? "").toUpperCase()) ? "month_first" : "day_first";

/** The order of a column of dates: as its values prove (one over 12), or else as in the location's country. */
export const dayOrderOf = (values: Iterable<string>, country: string | null | undefined): DayOrder => {
  const proof = makeOrderProof();
  for (const value of values) proof.see(value);
  return proof.found() ?? orderIn(country);
};
