import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type ReceivedSms = { to: string; text: string };

/** A stand-in for the SMS gateway of an installation: keeps every SMS, and accepts those it has no refusal for. */
export type SmsGateway = {
  url: string;
  received: ReceivedSms[];
  /** The body of a refusal; set it to have the gateway refuse. */
  refuse?: ((sms: ReceivedSms) => string) | undefined;
  close(): Promise<void>;
};

/** Starts one; its `url` is for `SMS_GATEWAY_URL`. */
export const openSmsGateway = async (): Promise<SmsGateway> => {
  const received: ReceivedSms[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const sms: ReceivedSms = JSON.parse(Buffer.concat(parts).toString());
      received.push(sms);
      response.statusCode = gateway.refuse === undefined ? 200 : 400;
      response.end(gateway.refuse?.(sms) ?? "ok");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const gateway: SmsGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return gateway;
};
