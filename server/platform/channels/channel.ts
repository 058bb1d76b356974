/** The longest time for handing a message over. */
export const SEND_MS_MAX = 10_000;

/** A setting of a channel, as described in docs/settings.md. */
export type ChannelSetting = {
  /** Its default; empty without one. */
  fallback?: string;
  isValid: (value: string) => boolean;
  /** Completes "NAME must be …". */
  expected: string;
  /** Foyer doesn't start if it is set and the channel's first setting isn't. */
  isUselessAlone?: true;
};

/** An attachment of a message; one with a `cid` is shown within the text. */
export type Attachment = { name: string; type: string; bytes: Buffer; cid?: string };

/** A calendar entry, which mail clients offer as an appointment (RFC 6047). */
export type CalendarPart = { name: string; method: "REQUEST" | "CANCEL"; text: string };

/** A message as it is sent. A short one has its text only. */
export type RenderedMessage = {
  subject?: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  calendar?: CalendarPart;
  /** The name shown beside the sender's address: the location's. */
  fromName?: string;
  /** The address for replies; by default, the sender's. */
  replyTo?: string;
};

/** One message on its way out. */
export type OutgoingMessage = RenderedMessage & { id: string; to: string };

/** A channel's sender, which lives for as long as there are messages. */
export type Sender = {
  /** Hands one message over. @returns the other side's response. Errors: SendFailure */
  send(message: OutgoingMessage): Promise<string>;
  close?(): void;
};

/**
 * A way to notify hosts, with everything particular to it. Queue, retries, expiry, metrics and the outbox are the same
 * for all.
 */
export type Channel<Kind extends string = string, Setting extends string = string> = {
  /** Its name in the database and on the wire. The pages show it, too, if they have no text for it. */
  kind: Kind;
  /** The name of its background work in /metrics. */
  tick: string;
  /** What the URL in its first setting leads to, such as "a mail server". */
  server: string;
  /** The first is the URL it sends to: without it, the channel is off. Unset values are empty. */
  settings: Readonly<Record<Setting, ChannelSetting>>;
  /** A letter has a subject, HTML and attachments; a short text, as in an SMS, has neither. */
  form: "letter" | "short";
  /** A short text in the letters that this channel carries for the least money. */
  fold?: (text: string) => string;
  /** The key of a host, documented or extra, that has the address. */
  hostKey: string;
  /** The normalised address; undefined if it is invalid. @param country the location's `phone_country` */
  address: (text: string, country?: string | null) => string | undefined;
  /**
   * The events hosts are notified of, sign-in and sign-out; a visit type's `host_notifications` turns each off, as
   * `<flag>_in` and `<flag>_out`.
   */
  notifies: readonly ("in" | "out")[];
  flag: string;
  /** How many messages are handed over in parallel. */
  lanes: number;
  open(
    settings: Readonly<Record<Setting, string>>,
    options: { publicUrl: string; timeoutMs: number },
  ): Sender | Promise<Sender>;
};

/** Defines a channel, keeping the literal types of its kind and settings. */
export const defineChannel = <const Kind extends string, Setting extends string>(
  channel: Channel<Kind, Setting>,
): Channel<Kind, Setting> => channel;
