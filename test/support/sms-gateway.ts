import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A stand-in for the SMS gateway of an installation: accepts every SMS, and keeps it. */
export type SmsGateway = { url: string; received: { to: string; text: string }[]; close(): Promise<void> };

/** Starts one; its `url` is for `SMS_GATEWAY_URL`. */
export const openSmsGateway = async (): Promise<SmsGateway> => {
  const received: SmsGateway["received"] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      received.push(JSON.parse(Buffer.concat(parts).toString()));
      response.end("ok");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
