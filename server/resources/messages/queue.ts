import type { MessageKind } from "../../platform/channels/channels.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Content } from "./columns.ts";
import { insertMessages } from "./store.ts";

export { VISITORS } from "./columns.ts";
export { countQueuedAt } from "./store.ts";
export type {
  CustomTexts,
  HostNotice,
  InvitationChange,
  InvitationParameters,
  MonthlyReportParameters,
  SeriesEntry,
  VisitParameters,
} from "./columns.ts";

/**
 * Messages that have waited longer are not sent any more: on the day SMTP_URL is set, last month's emails are useless.
 */
export const WAITING_MS_MAX = 24 * 60 * 60_000;

/** A message to be sent. */
export type QueuedMessage = Content & {
  /**
   * The location whose outbox shows it; SERVICE_LOCATION for emails about accounts, which no location's outbox shows.
   */
  location: string;
  kind: MessageKind;
  /** The recipient's address for this channel. */
  recipient: string;
  /** The record that the message is about: erasing the record erases the message. */
  subjectId?: string | undefined;
  /** A language code; English if there are no texts in it. */
  language?: string | undefined;
  /** Sent before everything that waits. */
  urgent?: true;
  /** How long it waits before it is sent; in milliseconds. */
  delayMs?: number;
  /** Why it is not sent at all: it is in the outbox as failed, and can be sent again from there. */
  refused?: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** Queues messages in one statement; in a transaction, they are sent after its commit. */
export const queueMessages = (db: Db, messages: readonly QueuedMessage[]): Promise<void> =>
  insertMessages(
    db,
    messages.map(
      ({
        location,
        kind,
        recipient,
        template,
        parameters,
        subjectId,
        language,
        urgent,
        delayMs = 0,
        refused,
        now,
      }) => ({
        company_id: location,
        _id: newId(location, now),
        kind,
        recipient,
        template,
        parameters,
        language: language ?? null,
        subject_id: subjectId ?? null,
        create_date: iso(now),
        error: refused ?? null,
        // The message that is due longest is sent first, and no message waits longer than this.
        next_at: iso(urgent === true ? now - WAITING_MS_MAX : now + delayMs),
      }),
    ),
  );

/** Queues one message; in a transaction, it is sent after its commit. */
export const queueMessage = (db: Db, message: QueuedMessage): Promise<void> => queueMessages(db, [message]);
