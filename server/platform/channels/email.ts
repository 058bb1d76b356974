import { isEmailAddress, isSender } from "../../../shared/email.ts";
import { isUrlOf } from "../lib/url-checks.ts";
import { defineChannel, type OutgoingMessage, type RenderedMessage } from "./channel.ts";
import { SendFailure } from "./send-failure.ts";

/** Emails handed over at the same time, each over a connection of its own. */
const LANES = 4;

/** The service's own host as the domain of addresses and ids; a bare IP address in brackets. */
const domainOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  const bare = hostname.replace(/^\[(.*)\]$/, "IPv6:$1");
  return /^(IPv6:|[\d.]+$)/.test(bare) ? `[${bare}]` : bare;
};

/** Who emails are from: `MAIL_FROM`, else no-reply at the host of `PUBLIC_URL`; a bare address gets the location's name. */
const senderOf = (mailFrom: string, domain: string, name: string): string | { name: string; address: string } =>
  mailFrom !== "" && !isEmailAddress(mailFrom) ? mailFrom : { name, address: mailFrom || `no-reply@${domain}` };

const attachmentsOf = ({ attachments = [] }: RenderedMessage) =>
  attachments.map(({ name, type, bytes, cid }) => ({
    filename: name,
    contentType: type,
    content: bytes,
    // Byte by byte: a calendar entry needs its line ends.
    contentTransferEncoding: "base64" as const,
    ...(cid === undefined ? {} : { cid, contentDisposition: "inline" as const }),
  }));

/** A property of whatever was thrown, as text. */
const property = (error: unknown, name: string): string => {
  const value: unknown = Reflect.get(Object(error), name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** What the mail server refused for good is not sent again; a wrong password or a server that is away may be mended. */
const isFinal = (error: unknown): boolean => {
  const status = Number(property(error, "responseCode"));
  return ["EENVELOPE", "EMESSAGE"].includes(property(error, "code")) && status >= 500 && status < 600;
};

/** What the mail client throws, in words for the outbox. */
const failureOf = (error: unknown): SendFailure => {
  const code = property(error, "code");
  if (code === "EABORT" || code === "ETIMEDOUT")
    return new SendFailure("The mail server did not answer in time.", false);
  const response = property(error, "response");
  if (response !== "") return new SendFailure(`The mail server replied: ${response}`, isFinal(error));
  const reason = error instanceof Error ? error.message : "";
  return new SendFailure(`Couldn't connect to the mail server: ${reason || code}`, false);
};

/** Opens connections to the mail server, with TLS as its URL says. The mail client is loaded with the first email. */
const openTransport = async (url: string, timeoutMs: number) => {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: LANES,
    // Sending again is decided in one place, which remembers it.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

const envelopeOf = (message: OutgoingMessage, mailFrom: string, domain: string) => ({
  from: senderOf(mailFrom, domain, message.fromName ?? "Foyer"),
  to: { name: "", address: message.to },
  ...(message.replyTo === undefined ? {} : { replyTo: { name: "", address: message.replyTo } }),
  // The same each time it is tried: a mail server can tell a repetition.
  messageId: `<${message.id}@${domain}>`,
  subject: message.subject,
  text: message.text,
  html: message.html,
  attachments: attachmentsOf(message),
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
    const domain = domainOf(publicUrl);
    const send = async (message: OutgoingMessage): Promise<string> => {
      if (!isEmailAddress(message.to)) throw new SendFailure("The email address isn't valid.", true);
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        return (await transport.sendMail({ ...envelopeOf(message, MAIL_FROM, domain), signal })).response;
      } catch (error) {
        throw failureOf(error);
      }
    };
    return { send, close: () => transport.close({ force: true }) };
  },
});
