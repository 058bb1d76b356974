import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";

/** The whole messages at the beginning of the bytes, and what is left. */
const split = (bytes: Buffer): { messages: Buffer[]; rest: Buffer } => {
  const messages: Buffer[] = [];
  let rest = bytes;
  while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
    const end = 1 + rest.readUInt32BE(1);
    messages.push(rest.subarray(0, end));
    rest = rest.subarray(end);
  }
  return { messages, rest };
};

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** Calls back with each whole message. */
const onMessages = (socket: Socket, callback: (message: Buffer) => void): void => {
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    const read = split(Buffer.concat([rest, chunk]));
    rest = read.rest;
    for (const message of read.messages) callback(message);
  });
};

/**
 * A pooler that hands out server connections by the transaction and knows nothing of named statements, as PgBouncer before 1.21:
 * each client brings one server connection, and the next transaction gets the one that was given back last.
 */
export const startPooler = async (socket: string): Promise<{ port: number; stop(): void }> => {
  const idle: Socket[] = [];
  const users = new Map<Socket, Socket>();
  const open = new Set<Socket>();

  const serve = (client: Socket): void => {
    open.add(client);
    client.on("error", () => undefined);
    let mine: Socket | undefined;
    let batch: Buffer[] = [];
    const flush = (): void => {
      mine ??= idle.pop();
      if (mine === undefined) throw new Error("no server connection is free");
      users.set(mine, client);
      mine.write(Buffer.concat(batch));
      batch = [];
    };
    client.once("data", (startup: Buffer) => {
      const server = connect(socket);
      open.add(server);
      server.on("error", () => undefined);
      users.set(server, client);
      mine = server;
      server.write(startup);
      onMessages(server, (message) => {
        const user = users.get(server);
        user?.write(message);
        if (typeOf(message) === "Z" && message[5] === "I".charCodeAt(0)) {
          users.delete(server);
          idle.push(server);
          user?.emit("given-back");
        }
      });
      client.on("given-back", () => (mine = undefined));
      onMessages(client, (message) => {
        if (typeOf(message) === "X") return;
        batch.push(message);
        if (typeOf(message) === "S" || typeOf(message) === "Q") flush();
      });
    });
  };

  const server: Server = createServer(serve);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const stop = (): void => {
    server.close();
    for (const each of open) each.destroy();
  };
  return { port: typeof address === "object" && address !== null ? address.port : 0, stop };
};
