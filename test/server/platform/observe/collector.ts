import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

import { portOf } from "../../../support/outside/mailbox.ts";

/** A span as it arrived (OTLP in JSON). */
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
};

/** A real collector of traces on this machine. */
export type Collector = {
  url: string;
  /** The bodies as they came, and the headers of each. */
  bodies: string[];
  headers: Record<string, unknown>[];
  spans(): SentSpan[];
  close(): Promise<void>;
};

type Body = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** What a span says of itself, as an object. */
export const attributesOf = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector that keeps what it is sent. */
export const openCollector = async (): Promise<Collector> => {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const keep = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bodies.push(await text(request));
    headers.push({ ...request.headers, url: request.url });
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  };
  const server = createServer((request, response) => void keep(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    bodies,
    headers,
    spans: () =>
      bodies
        .map((body) => JSON.parse(body) as Body)
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
