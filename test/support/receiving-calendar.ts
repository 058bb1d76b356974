import { instantAt, startsOf } from "../../server/platform/lib/time/recurrence.ts";

/** An appointment as a person sees it in their calendar. */
export type Appointment = { start: string; end: string; words: string };

/** An entry of a file: its properties with their parameters, by name. */
type Properties = Map<string, { zone: string | undefined; isDate: boolean; value: string }[]>;

/** A file as a calendar reads it. */
export type ReadFile = { method: string; events: Properties[] };

const read = (line: string): [string, { zone: string | undefined; isDate: boolean; value: string }] => {
  const [, name = "", parameters = "", value = ""] = /^([A-Z-]+)((?:;[^:"]*(?:"[^"]*")?)*):(.*)$/.exec(line) ?? [];
  return [name, { zone: /TZID=([^;:]+)/.exec(parameters)?.[1], isDate: parameters.includes("VALUE=DATE"), value }];
};

/** Reads a file whose lines are unfolded. */
export const readFile = (text: string): ReadFile => {
  const events: Properties[] = [];
  let inside = "";
  let method = "";
  for (const line of text.split("\r\n")) {
    if (line.startsWith("METHOD:")) method = line.slice(7);
    if (line === "BEGIN:VEVENT") events.push(new Map());
    if (line.startsWith("BEGIN:")) inside = line.slice(6);
    else if (line === "END:VALARM") inside = "VEVENT";
    else if (inside === "VEVENT") {
      const [name, property] = read(line);
      events.at(-1)?.set(name, [...(events.at(-1)?.get(name) ?? []), property]);
    }
  }
  return { method, events };
};

const spread = (text: string): string =>
  text.replace(
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/,
    (_, y, m, d, h = "00", min = "00", s = "00") => `${y}-${m}-${d}T${h}:${min}:${s}`,
  );

/** The values of a property as instants. @param zone of whole days */
export const instantsOf = (event: Properties, name: string, zone: string): number[] =>
  (event.get(name) ?? []).map(({ value, zone: own }) =>
    value.endsWith("Z") ? Date.parse(`${spread(value)}Z`) : instantAt(spread(value), own ?? zone),
  );

const textOf = (event: Properties, name: string): string => event.get(name)?.[0]?.value ?? "";
export const sequenceOf = (event: Properties): number => Number(textOf(event, "SEQUENCE"));
export const uidOf = (event: Properties): string => textOf(event, "UID");

type Held = {
  sequence: number;
  master: Properties | undefined;
  occurrences: Map<number, { sequence: number; event: Properties | undefined }>;
};

/** A calendar that takes what it is sent as RFC 5546 says: by UID, SEQUENCE and RECURRENCE-ID. @param zone of its owner */
export const openCalendar = (zone: string) => {
  const held = new Map<string, Held>();
  const takeOccurrence = (method: string, event: Properties, rank: number): void => {
    const entry = held.get(uidOf(event)) ?? { sequence: -1, master: undefined, occurrences: new Map() };
    held.set(uidOf(event), entry);
    const [id = 0] = instantsOf(event, "RECURRENCE-ID", zone);
    const before = entry.occurrences.get(id)?.sequence ?? -1;
    if (rank < entry.sequence || rank < before) return;
    entry.occurrences.set(id, { sequence: rank, event: method === "CANCEL" ? undefined : event });
  };
  return {
    /** Takes a file from an email. */
    take: ({ method, events }: ReadFile): void => {
      for (const event of events) {
        const rank = sequenceOf(event);
        if (event.has("RECURRENCE-ID")) {
          takeOccurrence(method, event, rank);
          continue;
        }
        if (rank < (held.get(uidOf(event))?.sequence ?? -1)) continue;
        held.set(uidOf(event), {
          sequence: rank,
          master: method === "CANCEL" ? undefined : event,
          occurrences: new Map(),
        });
      }
    },
    /** What it shows up to a moment. */
    list: (until: number): Appointment[] =>
      [...held.values()].flatMap(({ master, occurrences }) => {
        const single = [...occurrences.values()].flatMap(({ event }) => event ?? []);
        return [...single, ...(master === undefined ? [] : [master])].flatMap((event) => {
          const starts = startsUntil(event, zone, until).filter((start) => event !== master || !occurrences.has(start));
          const [end = Number.NaN] = instantsOf(event, "DTEND", zone);
          const [first = Number.NaN] = instantsOf(event, "DTSTART", zone);
          return starts.map((start) => ({
            start: new Date(start).toISOString(),
            end: new Date(start + end - first).toISOString(),
            words: textOf(event, "DESCRIPTION").split("\\n")[0] ?? "",
          }));
        });
      }),
  };
};

const PERIOD_MS = 100 * 24 * 60 * 60_000;
const found = new WeakMap<Properties, { until: number; starts: number[] }>();

/** The starts of an entry up to a moment: looked for once, as far as they will be asked for next. */
const startsUntil = (event: Properties, zone: string, until: number): number[] => {
  const known = found.get(event);
  if (known !== undefined && known.until >= until) return known.starts.filter((start) => start <= until);
  found.set(event, { until: until + PERIOD_MS, starts: startsIn(event, zone, until + PERIOD_MS) });
  return startsUntil(event, zone, until);
};

/** The starts of an entry: those of its rule but the excepted ones. */
export const startsIn = (event: Properties, zone: string, until: number): number[] => {
  const rule = event.get("RRULE")?.[0]?.value;
  const [start = Number.NaN] = instantsOf(event, "DTSTART", zone);
  if (rule === undefined) return [start];
  const { value = "", zone: own = zone } = event.get("DTSTART")?.[0] ?? {};
  const excepted = new Set(instantsOf(event, "EXDATE", zone));
  const starts = spread(value).slice(0, 16);
  return startsOf({ rule, starts, timezone: own }, until).filter((one) => !excepted.has(one));
};
