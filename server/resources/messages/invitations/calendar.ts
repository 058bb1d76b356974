import { dateOf } from "../../../platform/lib/time/time.ts";
import { isWholeDays } from "../mail/format-dates.ts";

/** An entry for the visitor's own calendar. */
export type CalendarEntry = {
  /** `PUBLISH` is a file to open; an email asks for the time (`REQUEST`) or takes it back (`CANCEL`; RFC 5546, 3.2). */
  method: "PUBLISH" | "REQUEST" | "CANCEL";
  /** The same for all entries of a visitor, so that a later one replaces an earlier one. */
  uid: string;
  /** Rises with each email: the highest counts and, of equal ones, the one written last. */
  sequence: number;
  /** ISO 8601 in UTC; null if the visit has no time any more, which only a `CANCEL` can say. */
  from: string | null;
  /** Null for an open end. */
  to: string | null;
  /** The location's: in it, a visit of whole days is an all-day entry. */
  timezone: string;
  summary: string;
  /** Who invites, with the address that this service's emails come from. */
  organizer: { name: string; mail: string };
  /** The invited visitor; a published entry has none. */
  attendee?: { name: string; mail: string };
  description: string;
  location: string;
  url: string;
  /** When the entry was written, in milliseconds since 1970. */
  written: number;
  /** The lines of its times where it is one of a series, in place of `from` and `to`. */
  times?: readonly string[];
};

const LINE_BYTES_MAX = 75;

/** Lines of at most 75 bytes, never cut within a character (RFC 5545, 3.1); a continuation line begins with a space. */
const fold = (line: string): string => {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (bytes + more > LINE_BYTES_MAX) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += more;
  }
  return folded;
};

/**
 * A TEXT value (RFC 5545, 3.3.11), which may not contain other control characters. Some readers also end lines where
 * Unicode does.
 */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|[\n\p{Zl}\p{Zp}]/gu, "\\n")
    .replaceAll(/\p{Cc}/gu, " ");

const utc = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replaceAll(/[-:]/g, "")
    .replace(/\.\d{3}Z$/, "Z");

/** A parameter's value in quotes; it can't contain quotes itself (RFC 5545, 3.2). */
const quoted = (text: string): string => `"${text.replaceAll(/["\p{Cc}\p{Zl}\p{Zp}]/gu, " ")}"`;

/** A mailbox as a URI; unescaped, these characters would begin parameters (RFC 6068, 2). */
const mailto = (mail: string): string => `mailto:${mail.replaceAll(/[%?#&]/g, encodeURIComponent)}`;

/** A reminder an hour before. */
const alarm = (summary: string): string[] => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${escapeText(summary)}`,
  "TRIGGER:-PT1H",
  "END:VALARM",
];

/** How calendars show the entry; a cancelled one repeats only the essentials. */
const detailsOf = (entry: CalendarEntry): string[] =>
  entry.method === "CANCEL"
    ? ["STATUS:CANCELLED"]
    : [
        `DESCRIPTION:${escapeText(entry.description)}`,
        `URL:${entry.url}`,
        // A visit of whole days keeps no one busy all day, and an hour before midnight is no time for a reminder.
        ...(isWholeDays(entry) ? ["TRANSP:TRANSPARENT"] : alarm(entry.summary)),
      ];

/** Start and end as dates, which are the same days wherever the reader is (RFC 5545, 3.6.1). */
const daysOf = ({ from, to, timezone }: CalendarEntry): string[] => {
  const date = (instant: string): string => dateOf(Date.parse(instant), timezone).replaceAll("-", "");
  return [
    ...(from === null ? [] : [`DTSTART;VALUE=DATE:${date(from)}`]),
    ...(to === null ? [] : [`DTEND;VALUE=DATE:${date(to)}`]),
  ];
};

const timesOf = ({ from, to }: CalendarEntry): string[] => [
  ...(from === null ? [] : [`DTSTART:${utc(Date.parse(from))}`]),
  // An end that is not after the start is not allowed; without an end, the entry is a moment.
  ...(from !== null && to !== null && to > from ? [`DTEND:${utc(Date.parse(to))}`] : []),
];

/** The invited visitor. Invitations may come from an unread mailbox, so no reply is requested. */
const attendeeOf = ({ attendee }: CalendarEntry): string[] =>
  attendee === undefined ? [] : [`ATTENDEE;CN=${quoted(attendee.name)};RSVP=FALSE:${mailto(attendee.mail)}`];

const eventLines = (entry: CalendarEntry): string[] => {
  const { uid, sequence, summary, organizer, location, written, times } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utc(written)}`,
    `SEQUENCE:${sequence}`,
    ...(times ?? (isWholeDays(entry) ? daysOf(entry) : timesOf(entry))),
    `ORGANIZER;CN=${quoted(organizer.name)}:${mailto(organizer.mail)}`,
    ...attendeeOf(entry),
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(location)}`,
    ...detailsOf(entry),
    "END:VEVENT",
  ];
};

/**
 * The entry as an iCalendar file (RFC 5545).
 * @param others further occurrences of its series
 * @param zone the lines of their time zone
 */
export const calendarFile = (
  entry: CalendarEntry,
  others: readonly CalendarEntry[] = [],
  zone: readonly string[] = [],
): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Foyer//EN",
    `METHOD:${entry.method}`,
    ...zone,
    ...[entry, ...others].flatMap(eventLines),
    "END:VCALENDAR",
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join("");
