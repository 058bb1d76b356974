import { type ClientRequest, type IncomingMessage, request, validateHeaderName, validateHeaderValue } from "node:http";
import type { Socket } from "node:net";

import { within } from "./call-deadline.ts";
import { CallFailure, nameOf } from "./call-failure.ts";
import type { Target } from "./target.ts";

const HEAD_BYTES_MAX = 1_024;

/** The request to send. */
export type OutboundRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH";
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
};
/** The response: any status, and the first KiB of the body as text that can be stored. */
export type OutboundResponse = { status: number; head: string };

/** Refuses headers that would not be one line each, before a connection is opened. Errors: CallFailure */
export const refuseBrokenHeaders = (headers: OutboundRequest["headers"]): void => {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (error) {
      throw new CallFailure("wrong_header", `The header ${name} has a value that can't be sent.`, error);
    }
};

const headersFor = ({ headers, body }: OutboundRequest, { authority }: Target): Record<string, string> => ({
  "user-agent": "Foyer",
  accept: "*/*",
  "accept-encoding": "identity",
  ...headers,
  host: authority,
  connection: "close",
  ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
});

/** The head of the response; redirects are not followed, and an unrequested upgrade is a response without a body. */
const answerTo = async (clientRequest: ClientRequest, socket: Socket, bytesMax: number): Promise<IncomingMessage> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  clientRequest.on("response", resolve);
  clientRequest.on("upgrade", resolve);
  clientRequest.on("error", reject);
  clientRequest.on("information", () => {
    if (socket.bytesRead > bytesMax) reject(new Error("endless answer"));
  });
  return promise;
};

const readHead = async (response: IncomingMessage, bytesMax: number): Promise<string> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    if (bytes < HEAD_BYTES_MAX) parts.push(part);
    bytes += part.length;
    if (bytes >= bytesMax) break;
  }
  const head = Buffer.concat(parts).subarray(0, HEAD_BYTES_MAX);
  // Decoded as a stream, so that a character cut in two at the end is left out. A NUL can't be stored.
  return new TextDecoder().decode(head, { stream: true }).replaceAll("\0", " ");
};

/**
 * Sends one request over a connection and reads a limited number of bytes of the response. The caller closes the
 * socket. Errors: CallFailure
 */
export const exchange = async (
  socket: Socket,
  target: Target,
  message: OutboundRequest,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): Promise<OutboundResponse> => {
  const { method, body } = message;
  try {
    const headers = headersFor(message, target);
    const clientRequest = request({ createConnection: () => socket, method, path: target.path, headers });
    const answered = answerTo(clientRequest, socket, bytesMax);
    clientRequest.end(body);
    const response = await within(signal, answered);
    return { status: response.statusCode ?? 0, head: await within(signal, readHead(response, bytesMax)) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new CallFailure(
      "incomplete_response",
      `${target.authority} sent an incomplete HTTP response (${nameOf(error)}).`,
      error,
    );
  }
};
