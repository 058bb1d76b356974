import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";

/** A call as a receiver got it. */
export type Got = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** What it says, from the body or from the query. */
  event: Record<string, string>;
};

/** What a receiver does with a call. */
export type Behaviour = (response: ServerResponse, got: Got) => unknown;

export const status =
  (code: number, body = "thanks", headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end(body);
export const hang: Behaviour = () => undefined;
export const reset: Behaviour = (response) => response.socket?.resetAndDestroy();
/** An answer that never ends, a byte at a time. */
export const trickle: Behaviour = (response) => {
  response.writeHead(200, { "content-length": "1000000" });
  const timer = setInterval(() => response.write("x"), 10);
  response.on("close", () => clearInterval(timer));
};
/** Says that it sends a gigabyte, and sends for as long as the client reads. */
export const huge =
  (code: number): Behaviour =>
  (response) => {
    response.writeHead(code, { "content-length": String(2 ** 30) });
    const more = (): void => {
      while (!response.destroyed && response.write("y".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  };

export type Receiver = {
  url: string;
  port: number;
  got: Got[];
  /** Set it to have calls answered otherwise. */
  behave: { run: Behaviour };
  /** Resolves once there are this many calls. */
  calls(count: number): Promise<Got[]>;
  close(): Promise<void>;
};

const eventIn = (url: string, body: string): Record<string, string> =>
  body === "" ? Object.fromEntries(new URL(url, "http://x").searchParams) : JSON.parse(body);

const gotOf = async (request: IncomingMessage): Promise<Got> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { method = "", url = "", headers } = request;
  const body = Buffer.concat(parts).toString();
  return { method, url, headers: headers as Record<string, string>, body, event: eventIn(url, body) };
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
};

type Secure = { key: string; cert: string };

/** A real server on this machine that webhooks call. */
export const openReceiver = async (secure?: Secure): Promise<Receiver> => {
  const got: Got[] = [];
  const behave: Receiver["behave"] = { run: status(200) };
  const waiting: { count: number; resolve: () => void }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const call = await gotOf(request);
      got.push(call);
      behave.run(response, call);
    } catch {
      return; // The caller went away before it had said all.
    }
    for (const { count, resolve } of waiting) if (got.length >= count) resolve();
  };
  const listener: RequestListener = (request, response) => {
    response.on("error", () => undefined);
    void answer(request, response);
  };
  const server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  const port = await listen(server);
  return {
    url: `${secure === undefined ? "http" : "https"}://127.0.0.1:${port}/hook`,
    port,
    got,
    behave,
    calls: async (count) => {
      if (got.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return got.slice(0, count);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
