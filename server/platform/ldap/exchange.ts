import type { Socket } from "node:net";

import { MessageParser, SearchEntry, SearchReference } from "ldapts";

import { startDeadline, within } from "../outbound/call-deadline.ts";
import { nameOf } from "../outbound/call-failure.ts";
import { LdapFailure } from "./failure.ts";

/** How long the server may take for one answer, such as a page. */
const ANSWER_MS_MAX = 30_000;
/** More than any page of ours has. */
const BYTES_MAX = 64 * 1024 * 1024;

/** The library doesn't export the class of its requests. */
type LdapRequest = { messageId: number; write: () => Buffer };
type ParserRequests = Parameters<MessageParser["read"]>[1];
/** The end of an answer: its result code, and its controls. */
export type LdapResult = { status: number; controls?: readonly object[] };

type AwaitedAnswer = { socket: Socket; request: LdapRequest; onEntry: (entry: SearchEntry) => void };

/** Follows what arrives until the answer to a request is complete. */
const listen = ({ socket, request, onEntry }: AwaitedAnswer) => {
  const { promise, resolve, reject } = Promise.withResolvers<LdapResult>();
  const parser = new MessageParser();
  const known = new Map([[String(request.messageId), { message: request }]]) as unknown as ParserRequests;
  const bytesBefore = socket.bytesRead;
  parser.on("error", reject);
  parser.on("message", (message) => {
    if (message.messageId !== request.messageId) reject(new Error("the server ended the session"));
    else if (message instanceof SearchEntry) onEntry(message);
    else if (!(message instanceof SearchReference)) resolve(message);
  });
  const read = (data: Buffer): void => {
    if (socket.bytesRead - bytesBefore > BYTES_MAX) reject(new Error("the answer is too large"));
    else parser.read(data, known);
  };
  const close = (): void => reject(new Error("the connection was closed"));
  socket.on("data", read).on("error", reject).on("close", close);
  const stop = (): void => void socket.off("data", read).off("error", reject).off("close", close);
  return { promise, stop };
};

/**
 * Sends one request, and waits for the whole answer; a reference to another server is not followed.
 * @param onEntry is called with each entry as it arrives. Errors: LdapFailure, those of `onEntry`
 */
export const exchange = async (
  socket: Socket,
  request: LdapRequest,
  signal: AbortSignal | undefined,
  onEntry: (entry: SearchEntry) => void = () => undefined,
): Promise<LdapResult> => {
  const deadline = startDeadline(ANSWER_MS_MAX, signal);
  const { promise, stop } = listen({ socket, request, onEntry });
  try {
    if (socket.destroyed) throw new Error("the connection was closed");
    socket.write(request.write());
    return await within(deadline.signal, promise);
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    if (error instanceof LdapFailure) throw error;
    throw new LdapFailure("incomplete_response", `The server's answer was incomplete (${nameOf(error)}).`, error);
  } finally {
    stop();
    deadline.stop();
  }
};
