import { createTransport } from "nodemailer";

import type { Context } from "../../platform/context.ts";
import { isEmailAddress } from "../../../shared/email.ts";
import { mailFailure, SendFailure } from "./send-failure.ts";
import type { RenderedMessage } from "./rendered-message.ts";

/** No step with the mail server, and no mail as a whole, takes longer. */
const MAIL_MS_MAX = 10_000;
/** Mails handed over at the same time, each over a connection of its own. */
export const MAIL_LANES = 4;

/** One mail on its way out. */
export type OutgoingMail = { to: string; messageId: string; rendered: RenderedMessage };

/** A mail server's connections; open them for as long as there are mails to send. */
export type Mailer = {
  /** Hands one mail over. @returns the server's answer. Errors: SendFailure */
  send(mail: OutgoingMail): Promise<string>;
  close(): void;
};

/** The service's own host as the domain of addresses and ids; a bare IP address in brackets. */
const domainOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl);
  const bare = hostname.replace(/^\[(.*)\]$/, "IPv6:$1");
  return /^(IPv6:|[\d.]+$)/.test(bare) ? `[${bare}]` : bare;
};

type Config = Context["config"];

/** Who mails are from: `MAIL_FROM`, else no-reply at the host of `PUBLIC_URL`; a bare address gets the location's name. */
const senderOf = ({ mailFrom, publicUrl }: Config, name: string): string | { name: string; address: string } => {
  const from = mailFrom ?? `no-reply@${domainOf(publicUrl)}`;
  return mailFrom !== undefined && !isEmailAddress(mailFrom) ? from : { name, address: from };
};

const attachmentsOf = ({ attachments = [] }: RenderedMessage) =>
  attachments.map(({ name, type, bytes, cid }) => ({
    filename: name,
    contentType: type,
    content: bytes,
    // Byte by byte: a calendar entry needs its line ends.
    contentTransferEncoding: "base64" as const,
    ...(cid === undefined ? {} : { cid, contentDisposition: "inline" as const }),
  }));

/**
 * Opens connections to the mail server of `SMTP_URL`, with TLS as that URL says.
 * @param timeoutMs the most that one mail may take
 */
export const openMailer = (config: Config, smtpUrl: string, timeoutMs = MAIL_MS_MAX): Mailer => {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_LANES,
    // Sending again is decided in one place, which remembers it.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = domainOf(config.publicUrl);
  const send = async ({ to, messageId, rendered }: OutgoingMail): Promise<string> => {
    if (!isEmailAddress(to)) throw new SendFailure("The email address isn't valid.", true);
    try {
      const { response } = await transport.sendMail({
        from: senderOf(config, rendered.fromName ?? "Foyer"),
        to: { name: "", address: to },
        // The same each time it is tried: a mail server can tell a repetition.
        messageId: `<${messageId}@${domain}>`,
        subject: rendered.subject,
        text: rendered.text,
        html: rendered.html,
        attachments: attachmentsOf(rendered),
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        signal: AbortSignal.timeout(timeoutMs),
      });
      return response;
    } catch (error) {
      throw mailFailure(error);
    }
  };
  return { send, close: () => transport.close({ force: true }) };
};
