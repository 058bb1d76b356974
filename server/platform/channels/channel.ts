/** No message takes longer to be handed over. */
export const SEND_MS_MAX = 10_000;

/** A setting of a channel, as docs/settings.md describes it. */
export type ChannelSetting = {
  /** Its value where it isn't set; empty without one. */
  fallback?: string;
  isValid: (value: string) => boolean;
  /** Completes "NAME must be …". */
  expected: string;
  /** Foyer doesn't start where it is set and the channel's first setting isn't. */
  isUselessAlone?: true;
};

/** A file or picture of a message; one with a `cid` is shown within the text. */
export type Attachment = { name: string; type: string; bytes: Buffer; cid?: string };

/** An entry for the reader's calendar, which mail readers offer as an appointment (RFC 6047). */
export type CalendarPart = { name: string; method: "REQUEST" | "CANCEL"; text: string };

/** A message as it goes out. A short one has its text only. */
export type RenderedMessage = {
  subject?: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
  calendar?: CalendarPart;
  /** Whose name is shown beside the sender's address: the location's. */
  fromName?: string;
  /** The address that replies go to; the sender's without one. */
  replyTo?: string;
};

/** One message on its way out. */
export type OutgoingMessage = RenderedMessage & { id: string; to: string };

/** What a channel hands messages over with, for as long as there are some. */
export type Sender = {
  /** Hands one over. @returns what the other side answered. Errors: SendFailure */
  send(message: OutgoingMessage): Promise<string>;
  close?(): void;
};

/** A way to notify hosts, and all that is particular to it. Queue, retries, expiry, metrics and the outbox are the same for all. */
export type Channel<Kind extends string = string, Setting extends string = string> = {
  /** What it is called in the database and on the wire. The pages show it, too, where they have no text for it. */
  kind: Kind;
  /** The name of its background work in /metrics. */
  tick: string;
  /** What its first setting is the address of, such as "a mail server". */
  server: string;
  /** The first is the URL it sends to: the channel is off without it. Values that aren't set are empty. */
  settings: Readonly<Record<Setting, ChannelSetting>>;
  /** A letter has a subject, HTML and attachments; a short text is what an SMS says. */
  form: "letter" | "short";
  /** The key of a host, documented or extra, that holds the address. */
  hostKey: string;
  /** The address as it is sent to; undefined for what is none. */
  address: (text: string) => string | undefined;
  /** What hosts are notified of, sign-in and sign-out; a visit type's `host_notifications` turns each off, as `<flag>_in` and `<flag>_out`. */
  notifies: readonly ("in" | "out")[];
  flag: string;
  /** How many are handed over at the same time. */
  lanes: number;
  open(
    settings: Readonly<Record<Setting, string>>,
    options: { publicUrl: string; timeoutMs: number },
  ): Sender | Promise<Sender>;
};

/** Checks a channel's shape and keeps the names of its kind and settings. */
export const defineChannel = <const Kind extends string, Setting extends string>(
  channel: Channel<Kind, Setting>,
): Channel<Kind, Setting> => channel;
