import { mailboxOf } from "../../../platform/channels/email.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db, Statement } from "../../../platform/db/database.ts";
import type { EarlierInvitation } from "./invitation-history.ts";

type SenderSettings = Pick<Config, "publicUrl" | "channels">;

/** The mailbox that emails come from. */
export const senderMailbox = ({ publicUrl, channels }: SenderSettings): string =>
  mailboxOf(channels.mail?.MAIL_FROM ?? "", publicUrl);

const NOTE: Statement = {
  name: "note-earlier-calendar-host",
  text: "insert into earlier_calendar_host (host) values ($1) on conflict do nothing",
};
const HOST: Statement = { name: "find-earlier-calendar-host", text: "select host from earlier_calendar_host" };

/** Notes at the first start, before PUBLIC_URL can move, in which host the UIDs of earlier versions end. */
export const noteEarlierHost = async (db: Db, publicUrl: string): Promise<void> => {
  await db.named(NOTE, [new URL(publicUrl).hostname]);
};

/** The UID that an earlier version gave. */
export const earlierUid = (id: string, host: string): string => `${id}@${host}`;

/** Finds the UID of a registered visitor's calendar entry. */
export type UidFinder = (id: string, earlier: readonly EarlierInvitation[] | undefined) => string;

/**
 * A calendar entry keeps the UID that it was first sent with, wherever PUBLIC_URL and MAIL_FROM have moved since
 * (RFC 5545, 3.8.4.7); a new one ends in the sender's domain.
 */
export const uidFinder = async (db: Db, settings: SenderSettings): Promise<UidFinder> => {
  const [row] = await db.named<{ host: string }>(HOST, []);
  const host = row?.host ?? new URL(settings.publicUrl).hostname;
  const domain = senderMailbox(settings).replace(/^.*@/, "");
  return (id, earlier = []) => {
    if (earlier.length === 0) return `${id}@${domain}`;
    return earlier.find(({ parameters }) => parameters.uid !== undefined)?.parameters.uid ?? earlierUid(id, host);
  };
};
