/** An entry for the visitor's own calendar. */
export type CalendarEntry = {
  /** The same for the same visitor, so that a later invitation replaces an earlier one. */
  uid: string;
  /** ISO 8601 in UTC. */
  from: string;
  /** Absent for an open end. */
  to: string | null;
  summary: string;
  /** Who invites, and the address that the emails of this service are from. */
  organizer: { name: string; mail: string };
  description: string;
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

/** A parameter's value in quotes, which may hold no quotes itself (RFC 5545, 3.2). */
const quoted = (text: string): string => `"${text.replaceAll(/["\p{Cc}]/gu, " ")}"`;

/** A reminder an hour before. */
const alarm = (summary: string): string[] => [
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  `DESCRIPTION:${escapeText(summary)}`,
  "TRIGGER:-PT1H",
  "END:VALARM",
];

const SEQUENCE_FROM_MS = Date.UTC(2020, 0, 1);
const MINUTE_MS = 60_000;

/** The entry as an iCalendar file (RFC 5545). It is published, not a request: it needs no answer, but an organizer (RFC 5546, 3.2.1). */
export const calendarFile = ({
  uid,
  from,
  to,
  summary,
  organizer,
  description,
  location,
  url,
  written,
}: CalendarEntry): string =>
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
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.mail}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `LOCATION:${escapeText(location)}`,
    `URL:${url}`,
    ...alarm(summary),
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join("");
