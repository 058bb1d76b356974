import type { MessageKind } from "../../platform/channels/channels.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/lib/ids.ts";
import { iso } from "../../platform/lib/time.ts";
import type { Content } from "./columns.ts";
import { insertMessages } from "./store.ts";

export type {
  CustomTexts as OwnTexts,
  HostNotice,
  InvitationChange,
  InvitationParameters,
  MonthlyReportParameters,
  VisitParameters,
} from "./columns.ts";

/** What has waited longer is not sent any more: on the day SMTP_URL is set, the mails of last month are useless. */
export const WAITING_MS_MAX = 24 * 60 * 60_000;

/** A message to be sent. */
export type QueuedMessage = Content & {
  /** Whose outbox shows it; SERVICE_LOCATION for mails about accounts, which no location's outbox shows. */
  location: string;
  kind: MessageKind;
  /** Its address, as the channel of that kind sends to it. */
  recipient: string;
  /** The record it is about: erasing that one erases the message. */
  subjectId?: string | undefined;
  /** A language code; what there are no texts in is written in English. */
  language?: string | undefined;
  /** Goes out before everything that waits. */
  urgent?: true;
  /** Waits so long before it goes out; in milliseconds. */
  delayMs?: number;
  /** Milliseconds since 1970. */
  now: number;
};

/** Queues messages in one statement; within a transaction they leave with its commit. */
export const queueMessages = (db: Db, messages: readonly QueuedMessage[]): Promise<void> =>
  insertMessages(
    db,
    messages.map(
      ({ location, kind, recipient, template, parameters, subjectId, language, urgent, delayMs = 0, now }) => ({
        company_id: location,
        _id: newId(location, now),
        kind,
        recipient,
        template,
        parameters,
        language: language ?? null,
        subject_id: subjectId ?? null,
        create_date: iso(now),
        // The longest due is taken first, and nothing waits for longer than this.
        next_at: iso(urgent === true ? now - WAITING_MS_MAX : now + delayMs),
      }),
    ),
  );

/** Queues one message; within a transaction it leaves with its commit. */
export const queueMessage = (db: Db, message: QueuedMessage): Promise<void> => queueMessages(db, [message]);
