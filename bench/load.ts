// The load generator: a process of its own, so that its work is not done by the server that is measured. Sockets instead of
// node:http, because the client shares the cores with the server and must not be what is measured.
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

import type { BenchRequest, CheckedOutcome, Job } from "./jobs.ts";

const BLANK_LINE = "\r\n\r\n";
const CONTENT_LENGTH = /content-length: *(\d+)/i;

const bytesOf = ({ method, path, body }: BenchRequest, { authorization, port }: Job): Buffer => {
  const head = [
    `${method} /api${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: ${authorization}`,
    ...(body === undefined
      ? []
      : ["Content-Type: application/json", `Content-Length: ${String(Buffer.byteLength(body))}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}${BLANK_LINE}${body ?? ""}`);
};

/** A whole answer at the beginning of the bytes, or undefined while some of it is missing. */
const answerIn = (bytes: Buffer): { status: number; length: number } | undefined => {
  const end = bytes.indexOf(BLANK_LINE);
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = end + BLANK_LINE.length + Number(CONTENT_LENGTH.exec(head)?.[1] ?? "0");
  return bytes.length < length ? undefined : { status: Number(head.slice(9, 12)), length };
};

type Exchange = (request: Buffer) => Promise<{ status: number; text: string }>;

/** Sends one request at a time over a connection. */
const exchangeOver = (socket: Socket): Exchange => {
  let parts: Buffer[] = [];
  let settle: ((answer: { status: number; text: string }) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  socket.on("data", (part) => {
    parts.push(typeof part === "string" ? Buffer.from(part) : part);
    const bytes = parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
    parts = [bytes];
    const answer = answerIn(bytes);
    if (answer === undefined) return;
    parts = [];
    settle?.({ status: answer.status, text: answer.status === 200 ? "" : bytes.toString("utf8", 0, 500) });
  });
  const onEnd = (): void => fail?.(new Error("the server closed the connection"));
  socket.on("close", onEnd);
  socket.on("error", (error) => fail?.(error));
  return (request) =>
    new Promise((resolve, reject) => {
      settle = resolve;
      fail = reject;
      socket.write(request);
    });
};

type Counter = { next: () => Buffer | undefined; outcome: CheckedOutcome };

const sendAll = async (job: Job, { next, outcome }: Counter): Promise<void> => {
  const socket = connect({ port: job.port, host: "127.0.0.1", noDelay: true });
  const exchange = exchangeOver(socket);
  for (let request = next(); request !== undefined; request = next()) {
    const started = performance.now();
    const { status, text } = await exchange(request);
    outcome.latencies.push(performance.now() - started);
    if (status !== 200) {
      outcome.failures += 1;
      outcome.firstFailure ||= text;
    }
    if (job.pauseMs !== undefined) await delay(job.pauseMs);
  }
  socket.destroy();
};

/** A short job knows its requests beforehand; a timed one begins again at the first. */
const makeCounter = (job: Job): Counter => {
  const bytes = job.requests.map((request) => bytesOf(request, job));
  const end = job.limit === "once" ? Infinity : performance.now() + job.limit.ms;
  let n = 0;
  const next = (): Buffer | undefined => {
    if (performance.now() > end || (job.limit === "once" && n >= bytes.length)) return undefined;
    n += 1;
    return bytes[(n - 1) % bytes.length];
  };
  return { next, outcome: { perSecond: 0, failures: 0, firstFailure: "", latencies: [] } };
};

const run = async (job: Job): Promise<CheckedOutcome> => {
  const counter = makeCounter(job);
  const started = performance.now();
  await Promise.all(Array.from({ length: job.connections }, () => sendAll(job, counter)));
  const { outcome } = counter;
  return { ...outcome, perSecond: (outcome.latencies.length * 1000) / (performance.now() - started) };
};

process.on("message", (job: Job) => {
  void run(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ perSecond: 0, failures: 1, firstFailure: String(error), latencies: [] }),
  );
});
process.on("disconnect", () => process.exit(0));
