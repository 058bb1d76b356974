import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createNetServer, type Server, type Socket } from "node:net";

/** What a receiver was sent. */
export type ReceivedRequest = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

/** A server on this machine that counts who connects; `close` ends it and every connection. */
export type Receiver = { port: number; accepted: () => number; close: () => Promise<void> };

const counting = async (server: Server, host: string): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("no port");
  const close = async (): Promise<void> => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  return { port: at.port, accepted: () => count, close };
};

/** Starts a server and counts its connections. */
export const startCounting = counting;

/** A receiver that does with each connection as it is told. */
export const startRaw = async (serve: (socket: Socket) => void, host = "127.0.0.1"): Promise<Receiver> =>
  counting(createNetServer(serve), host);

/** A receiver of HTTP; without an answer of its own it says 200. */
export const startReceiver = async (
  answer: (response: ServerResponse, received: ReceivedRequest) => void = (response) => response.end("ok"),
): Promise<Receiver & { received: ReceivedRequest[] }> => {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(parts).toString() };
      received.push(one);
      answer(response, one);
    });
  });
  return { ...(await counting(server, "127.0.0.1")), received };
};
