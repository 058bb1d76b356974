/** An entry for the visitor's own calendar. */
export type CalendarEntry = {
  /** The same for the same visitor, so that a later invitation replaces an earlier one. */
  uid: string;
  /** ISO 8601 in UTC. */
  from: string;
  /** Absent for an open end. */
  to: string | null;
  summary: string;
  location: string;
  url: string;
  /** When it was written, milliseconds since 1970. */
  written: number;
};

const LINE_BYTES_MAX = 75;

/** Lines of at most 75 bytes, never cut within a character (RFC 5545, 3.1); what follows begins with a space. */
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

/** A TEXT value (RFC 5545, 3.3.11); other control characters may not stand in one. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n?|\n/g, "\\n")
    .replaceAll(/\p{Cc}/gu, " ");

const utc = (ms: number): string =>
  new Date(ms)
    .toISOString()
    .replaceAll(/[-:]/g, "")
    .replace(/\.\d{3}Z$/, "Z");

const SEQUENCE_FROM_MS = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;

/** The entry as an iCalendar file (RFC 5545). It is published, not a request: it needs no answer. */
export const calendarFile = ({ uid, from, to, summary, location, url, written }: CalendarEntry): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Foyer//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utc(written)}`,
    // Rises with each invitation.
    `SEQUENCE:${Math.max(0, Math.floor((written - SEQUENCE_FROM_MS) / MINUTE_MS))}`,
    `DTSTART:${utc(Date.parse(from))}`,
    // An end that is not after the start is not allowed; without one it is a moment.
    ...(to !== null && to > from ? [`DTEND:${utc(Date.parse(to))}`] : []),
    `SUMMARY:${escapeText(summary)}`,
    `LOCATION:${escapeText(location)}`,
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join("");
