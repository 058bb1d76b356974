import { get, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

import type { FastifyInstance } from "fastify";

import { EVENT_STREAM } from "../../../../server/platform/http/contract/contract.ts";
import { until } from "../../../support/run/process.ts";

/** One event as a client sees it. */
export type ReceivedEvent = { id: string; event: string; data: Record<string, string> };

/** A client of a stream: what it received, until it leaves or is ended. */
export type Stream = {
  status: number;
  headers: IncomingMessage["headers"];
  events: ReceivedEvent[];
  comments: string[];
  /** The last id, as a browser would send it when it connects again. */
  lastId(): string;
  /** Resolves when the stream has ended or was cut. */
  ended: Promise<void>;
  /** Everything that came, when it was not a stream. */
  text(): string;
  until(count: number): Promise<void>;
  /** Whether the server ended it in order, rather than cut it. */
  isComplete(): boolean;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
  leave(): void;
};

type Parsed = Pick<Stream, "events" | "comments"> & { id: string };

/** Reads a block as the specification of server-sent events has it. */
const readBlock = (block: string, into: Parsed): void => {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "") into.comments.push(value);
    else fields[name] = value;
  }
  if (fields["id"] !== undefined) into.id = fields["id"];
  if (fields["data"] !== undefined)
    into.events.push({ id: into.id, event: fields["event"] ?? "message", data: JSON.parse(fields["data"]) });
};

const begin = (url: string, headers: Record<string, string>): Promise<IncomingMessage & { req: ClientRequest }> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (answer) => resolve(Object.assign(answer, { req: request })));
    request.on("error", reject);
  });

/** The address under which an app listens; it begins to, the first time. */
export const addressOf = async (app: FastifyInstance): Promise<string> => {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1", listenTextResolver: () => "" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
};

/** Opens a stream over the wire. @param url of the stream @param headers credential, Last-Event-ID */
export const openStream = async (url: string, headers: Record<string, string>): Promise<Stream> => {
  const answer = await begin(url, headers);
  const parsed: Parsed = { events: [], comments: [], id: "" };
  let rest = "";
  let text = "";
  answer.setEncoding("utf8").on("data", (chunk: string) => {
    if (answer.headers["content-type"] !== EVENT_STREAM) text += chunk;
    else {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) readBlock(block, parsed);
    }
  });
  // A stream that is cut says so by an error; that it is over is what matters.
  const ended = new Promise<void>((resolve) => answer.on("error", () => undefined).once("close", resolve));
  answer.req.on("error", () => undefined);
  const isStream = answer.headers["content-type"] === EVENT_STREAM;
  if (isStream) await until("the opening", async () => (parsed.id === "" ? undefined : true));
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    events: parsed.events,
    comments: parsed.comments,
    lastId: () => parsed.id,
    ended,
    text: () => text,
    until: async (count) => {
      await until(`${count} events`, async () => (parsed.events.length >= count ? true : undefined), 20_000);
    },
    isComplete: () => answer.complete,
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    leave: () => answer.destroy(),
  };
};
