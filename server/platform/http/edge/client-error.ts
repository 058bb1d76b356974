import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import type { ConnectionError } from "fastify";

import type { ErrorCode } from "../../../../shared/error-codes.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

const SAFE = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}`)
  .join("\r\n");

const failureOf = (code: string): { status: number; message: string } => {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, message: "The request took too long to arrive." };
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, message: "The path and headers are too long." };
  return { status: 400, message: "The HTTP request could not be read." };
};

/**
 * Answers requests that reach no route: bytes that aren't HTTP, headers that are too long or too slow. Fastify's own
 * response has another form than the errors of the API, and its log line would have the raw bytes, credentials
 * included.
 */
export const sendClientError = (error: ConnectionError, socket: Socket): void => {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, message } = failureOf(error.code);
  const code: ErrorCode = "unreadable_request";
  const body = JSON.stringify({ message, code });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${SAFE}`;
  if (socket.writable) socket.write(`${head}\r\n\r\n${body}`);
  socket.destroy(error);
};
