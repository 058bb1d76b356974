import { once } from "node:events";
import { createServer, type Server as NetServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived: its envelope, its bytes, and what they say. */
export type ReceivedMail = { from: string; to: string[]; raw: string; mail: Email };

/** The calendar entry in a mail as it came, its lines unfolded: a parser writes line ends of its own into texts. */
export const calendarIn = (raw: string): string => {
  const [, part = ""] = /^Content-Type: text\/calendar[^]*?\r\n\r\n([^]*?)\r\n--/im.exec(raw) ?? [];
  return Buffer.from(part, "base64").toString().replaceAll("\r\n ", "");
};

/** What a mail server says to a step; undefined lets it pass. */
export type Refusal = { code: number; words: string };

/** A real mail server on this machine. */
export type Mailbox = {
  url: string;
  received: ReceivedMail[];
  /** Refusals by step; set them to have the server refuse. */
  refuse: {
    recipient?: ((address: string) => Refusal | undefined) | undefined;
    data?: (() => Refusal | undefined) | undefined;
  };
  /** Runs when a mail has arrived whole, before it is acknowledged or, late as it is, refused. */
  beforeAnswer: { run: () => Promise<Refusal | undefined> };
  connections: { made: number };
  close(): Promise<void>;
};

const errorOf = ({ code, words }: Refusal): Error => Object.assign(new Error(words), { responseCode: code });

export const portOf = (server: NetServer): number => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return (address satisfies AddressInfo).port;
};

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};

/** Starts a mail server that keeps what it is sent. */
export const openMailbox = async (options: SMTPServerOptions = {}): Promise<Mailbox> => {
  const received: ReceivedMail[] = [];
  const refuse: Mailbox["refuse"] = {};
  const beforeAnswer = { run: async (): Promise<Refusal | undefined> => undefined };
  const connections = { made: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    ...options,
    onConnect: (_session, done) => {
      connections.made += 1;
      done();
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse.recipient?.(address);
      done(refusal && errorOf(refusal));
    },
    onData: (stream, session, done) => {
      void (async () => {
        const raw = await bytesOf(stream);
        const refusal = refuse.data?.();
        if (refusal !== undefined) return done(errorOf(refusal));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: raw.toString("latin1"),
          mail: await PostalMime.parse(raw),
        });
        const late = await beforeAnswer.run();
        done(late && errorOf(late));
      })();
    },
  });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    refuse,
    beforeAnswer,
    connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** A listener that accepts and then does as told with each connection. */
export const openListener = async (
  answer: (socket: Socket) => unknown,
): Promise<{ port: number; close: () => Promise<void> }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    answer(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { port: portOf(server), close };
};

/** A free port without a listener: connections are refused. */
export const closedPort = async (): Promise<number> => {
  const { port, close } = await openListener(() => undefined);
  await close();
  return port;
};
