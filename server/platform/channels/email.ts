import { isEmailAddress, isSender, senderAddress } from "../../../shared/email.ts";
import { NO_SMTPUTF8 } from "../../../shared/send-reasons.ts";
import { isUrlOf } from "../lib/net/url-checks.ts";
import { defineChannel, type OutgoingMessage, type RenderedMessage } from "./channel.ts";
import { SendFailure } from "./send-failure.ts";

/** Emails sent in parallel, each over a connection of its own. */
const LANES = 4;

/** The sender's identity: the setting, its address, and the domain of message IDs. */
type SendingAddress = { mailFrom: string; mailbox: string; domain: string };

/** The service's own host as the domain of addresses; a bare IP address in brackets. */
const domainOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  const bare = hostname.replace(/^\[(.*)\]$/, "IPv6:$1");
  return /^(IPv6:|[\d.]+$)/.test(bare) ? `[${bare}]` : bare;
};

/** The sender's address: from `MAIL_FROM`, or else no-reply at the host of `PUBLIC_URL`. */
export const mailboxOf = (mailFrom: string, publicUrl: string): string =>
  senderAddress(mailFrom) ?? `no-reply@${domainOf(publicUrl)}`;

/** The sender; a bare address gets the location's name. */
const senderOf = ({ mailFrom, mailbox }: SendingAddress, name: string): string | { name: string; address: string } =>
  mailFrom !== "" && !isEmailAddress(mailFrom) ? mailFrom : { name, address: mailbox };

const attachmentsOf = ({ attachments = [] }: RenderedMessage) =>
  attachments.map(({ name, type, bytes, cid }) => ({
    filename: name,
    contentType: type,
    content: bytes,
    ...(cid === undefined ? {} : { cid, contentDisposition: "inline" as const }),
  }));

/**
 * Both beside the text, as calendars expect it, and as a file for clients without one; as bytes, to keep its line ends.
 */
const eventOf = ({ calendar }: RenderedMessage) =>
  calendar && {
    icalEvent: {
      method: calendar.method,
      filename: calendar.name,
      content: calendar.text,
      contentTransferEncoding: "base64" as const,
    },
  };

/** A property of a thrown value, as text. */
const property = (error: unknown, name: string): string => {
  const value: unknown = Reflect.get(Object(error), name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/**
 * A message that the mail server refuses permanently is not sent again; a wrong password, or a server that can't be
 * reached, may be fixed.
 */
const isFinal = (error: unknown): boolean => {
  const status = Number(property(error, "responseCode"));
  return ["EENVELOPE", "EMESSAGE"].includes(property(error, "code")) && status >= 500 && status < 600;
};

/** An error of the mail client, in words for the outbox. */
const failureOf = (error: unknown): SendFailure => {
  if (error instanceof SendFailure) return error;
  const code = property(error, "code");
  if (code === "EABORT" || code === "ETIMEDOUT")
    return new SendFailure("The mail server did not answer in time.", false);
  const response = property(error, "response");
  if (response !== "") return new SendFailure(`The mail server replied: ${response}`, isFinal(error));
  const reason = error instanceof Error ? error.message : "";
  return new SendFailure(`Couldn't connect to the mail server: ${reason || code}`, false);
};

const timesOf = (timeoutMs: number) => ({
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  dnsTimeout: timeoutMs,
});

/**
 * Opens connections to the mail server, with TLS according to its URL. The mail client is loaded with the first email.
 */
const openTransport = async (url: string, timeoutMs: number) => {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: LANES,
    // Retries are decided in one place, the queue.
    maxRequeues: 0,
    ...timesOf(timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** Whether there are letters beyond ASCII before the @, which only some mail servers take. */
const needsUtf8 = (address: string): boolean => /[^\0-\x7f]/.test(address.slice(0, address.lastIndexOf("@")));

/**
 * Whether the mail server takes such addresses (SMTPUTF8, RFC 6531): it says so in its greeting, which the mail client
 * shows to its log alone. Without it, some servers deliver to another address than the one that was meant.
 */
const takesUtf8 = async (url: string, timeoutMs: number): Promise<boolean> => {
  const { createTransport } = await import("nodemailer");
  let isOffered = false;
  const note = (_entry: unknown, line: unknown): void => {
    isOffered ||= /\bSMTPUTF8\b/.test(String(line));
  };
  const logger = { level: note, trace: note, debug: note, info: note, warn: note, error: note, fatal: note };
  const probe = createTransport({ url, logger, debug: true, ...timesOf(timeoutMs) });
  try {
    await probe.verify();
  } finally {
    probe.close();
  }
  return isOffered;
};

const envelopeOf = (message: OutgoingMessage, sending: SendingAddress) => ({
  from: senderOf(sending, message.fromName ?? "Foyer"),
  to: { name: "", address: message.to },
  ...(message.replyTo === undefined ? {} : { replyTo: { name: "", address: message.replyTo } }),
  // The same for each attempt, so that mail servers can recognise repetitions.
  messageId: `<${message.id}@${sending.domain}>`,
  subject: message.subject,
  text: message.text,
  html: message.html,
  attachments: attachmentsOf(message),
  ...eventOf(message),
  headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
});

/** Emails through an SMTP server. */
export const email = defineChannel({
  kind: "mail",
  tick: "send mails",
  server: "a mail server",
  settings: {
    SMTP_URL: {
      isValid: isUrlOf("smtp:", "smtps:"),
      expected: "a URL such as smtp://user:password@mail.example.org:587",
    },
    MAIL_FROM: { isValid: isSender, expected: 'an email address, or one with a name: "Reception <desk@example.org>"' },
  },
  form: "letter",
  hostKey: "mail",
  address: (text) => (isEmailAddress(text) ? text : undefined),
  notifies: ["in", "out"],
  flag: "email",
  lanes: LANES,
  open: async ({ SMTP_URL, MAIL_FROM }, { publicUrl, timeoutMs }) => {
    const transport = await openTransport(SMTP_URL, timeoutMs);
    const mailbox = mailboxOf(MAIL_FROM, publicUrl);
    // The sender's domain: the service's own host may be an internal name.
    const sending = { mailFrom: MAIL_FROM, mailbox, domain: mailbox.replace(/^.*@/, "") };
    const send = async (message: OutgoingMessage): Promise<string> => {
      if (!isEmailAddress(message.to)) throw new SendFailure("The email address isn't valid.", true);
      try {
        if (needsUtf8(message.to) && !(await takesUtf8(SMTP_URL, timeoutMs))) throw new SendFailure(NO_SMTPUTF8, true);
        const signal = AbortSignal.timeout(timeoutMs);
        return (await transport.sendMail({ ...envelopeOf(message, sending), signal })).response;
      } catch (error) {
        throw failureOf(error);
      }
    };
    return { send, close: () => transport.close({ force: true }) };
  },
});
