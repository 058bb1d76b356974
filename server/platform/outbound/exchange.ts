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

/** How much of a body is read before the connection is closed, and how much of that is kept. */
type Limits = { bytesMax: number; keptMax?: number; signal: AbortSignal };

const readBody = async (response: IncomingMessage, { bytesMax, keptMax = bytesMax }: Limits): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    if (bytes < keptMax) parts.push(part);
    bytes += part.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(parts).subarray(0, keptMax);
};

/** A response with its body, which ends after the most bytes that were asked for. */
export type WholeResponse = { status: number; type: string | undefined; body: Buffer };

/**
 * Sends one request over a connection and reads a limited number of bytes of the response. The caller closes the
 * socket. Errors: CallFailure
 */
export const exchangeWhole = async (
  socket: Socket,
  target: Target,
  message: OutboundRequest,
  limits: Limits,
): Promise<WholeResponse> => {
  const { method, body } = message;
  const { bytesMax, signal } = limits;
  try {
    const headers = headersFor(message, target);
    const clientRequest = request({ createConnection: () => socket, method, path: target.path, headers });
    const answered = answerTo(clientRequest, socket, bytesMax);
    clientRequest.end(body);
    const response = await within(signal, answered);
    const type = response.headers["content-type"];
    return { status: response.statusCode ?? 0, type, body: await within(signal, readBody(response, limits)) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new CallFailure(
      "incomplete_response",
      `${target.authority} sent an incomplete HTTP response (${nameOf(error)}).`,
      error,
    );
  }
};

/** The same, with the first KiB of the body as text. Errors: CallFailure */
export const exchange = async (
  socket: Socket,
  target: Target,
  message: OutboundRequest,
  limits: Limits,
): Promise<OutboundResponse> => {
  const { status, body } = await exchangeWhole(socket, target, message, { ...limits, keptMax: HEAD_BYTES_MAX });
  // Decoded as a stream, so that a character cut in two at the end is left out. A NUL can't be stored.
  return { status, head: new TextDecoder().decode(body, { stream: true }).replaceAll("\0", " ") };
};
