import type { CalendarPart } from "../../../platform/channels/channel.ts";
import type { Config } from "../../../platform/config/config.ts";
import { type CalendarEntry, calendarFile } from "./calendar.ts";
import { expectation, filled, fullName, type Invitation, linkOf, placeOf } from "./invitation-mail.ts";
import { earlierUid, senderMailbox } from "./invitation-uid.ts";
import { occurrenceTimes, seriesTimes, zoneLines } from "./series-calendar.ts";
import { instantAt } from "../../../platform/lib/time/recurrence.ts";
import type { SeriesEntry } from "../columns.ts";
import { messageTexts } from "../texts.ts";

/** The service's settings for an entry: its address, its key, and the mailbox its emails come from. */
export type CalendarSettings = { config: Pick<Config, "publicUrl" | "channels">; secretKey: string };

const FILE_NAME = "visit.ics";

const entryOf = (
  invitation: Invitation,
  { config, secretKey }: CalendarSettings,
): Omit<CalendarEntry, "method" | "attendee"> => {
  const { registeredVisitorId, from, to, timezone, locationName, language, made, sequence = 0 } = invitation;
  const { publicUrl } = config;
  const { invitation: words } = messageTexts(language);
  const url = linkOf(invitation, { publicUrl, secretKey });
  return {
    uid: invitation.uid ?? earlierUid(registeredVisitorId, new URL(publicUrl).hostname),
    sequence,
    from,
    to,
    timezone,
    summary: filled(invitation, words.event),
    organizer: { name: locationName, mail: senderMailbox(config) },
    description: `${expectation(invitation)}\n\n${words.openLink}\n${url}`,
    location: placeOf(invitation),
    url,
    written: made,
  };
};

type Repeating = SeriesEntry & { timing: NonNullable<SeriesEntry["timing"]> };

/** The file of a series, or of one occurrence alone, which calendars take as a change of it. */
const seriesText = (
  invitation: Invitation,
  { timing, occurrence, cancelled, moved }: Repeating,
  written: (one: Invitation) => CalendarEntry,
): string => {
  const { starts, timezone } = timing;
  const { from } = invitation;
  if (occurrence !== null) {
    const zone = zoneLines(timing, Math.min(...[occurrence, from ?? occurrence].map(Date.parse)));
    return calendarFile({ ...written(invitation), times: occurrenceTimes(timing, occurrence, invitation) }, [], zone);
  }
  const others = moved.map(({ occurrence: of, isAdded: _isAdded, ...different }) => ({
    ...written({ ...invitation, ...different }),
    times: occurrenceTimes(timing, of, different),
  }));
  const named = moved.flatMap(({ occurrence: of, from: at }) => [of, at ?? of].map(Date.parse));
  const zone = zoneLines(timing, Math.min(instantAt(starts, timezone), ...named));
  const added = moved.filter(({ isAdded }) => isAdded).map(({ occurrence: of }) => of);
  return calendarFile({ ...written(invitation), times: seriesTimes(timing, { cancelled, added }) }, others, zone);
};

/** The file of an invitation, of one visit or of a series. */
const fileOf = (invitation: Invitation, written: (one: Invitation) => CalendarEntry): string => {
  const { series } = invitation;
  return series?.timing == null
    ? calendarFile(written(invitation))
    : seriesText(invitation, { ...series, timing: series.timing }, written);
};

/** The entry as a file for the visitor to save; undefined without a date. */
export const invitationFile = (
  invitation: Invitation,
  settings: CalendarSettings,
): { name: string; text: string } | undefined =>
  invitation.from === null
    ? undefined
    : { name: FILE_NAME, text: fileOf(invitation, (one) => ({ ...entryOf(one, settings), method: "PUBLISH" })) };

/** Whether the email asks for the time or takes it back; undefined if it has, and had, no time. */
const methodOf = ({ template, changes, from }: Invitation): CalendarPart["method"] | undefined => {
  if (template === "registered_visitor_cancellation" || changes?.includes("undated")) return "CANCEL";
  if (from === null) return undefined;
  return template === "registered_visitor_withdrawal" ? "CANCEL" : "REQUEST";
};

/** The entry as a part of its email to a recipient. */
export const invitationEvent = (
  invitation: Invitation,
  recipient: string,
  settings: CalendarSettings,
): CalendarPart | undefined => {
  const method = methodOf(invitation);
  if (method === undefined) return undefined;
  const written = (one: Invitation): CalendarEntry => ({
    ...entryOf(one, settings),
    method,
    attendee: { name: fullName(one) || recipient, mail: recipient },
  });
  return { name: FILE_NAME, method, text: fileOf(invitation, written) };
};
