// The thread that reads long bodies: parsing one may take seconds, during which no request would be answered. Started
// by body-reader.ts.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { HttpError } from "../../../lib/errors.ts";
import { type BodyContent, type BodyTask, readContent } from "./content.ts";
import { piecesOf } from "./pieces.ts";

/** A refusal in a form that can be passed on. */
type Refusal = Pick<HttpError, "status" | "body" | "reason" | "headers">;

/** The thread's answers: a refusal, a body, or a piece of one that is a list, whose next piece is then asked for. */
export type BodyAnswer =
  | { refusal: Refusal }
  | BodyContent
  | { kind: BodyContent["kind"]; piece: unknown[] | undefined };

/** Lower priority than the threads that answer requests and the database, for machines with few processors. */
const NICENESS = 5;

// Only Linux has a priority per thread; elsewhere it would change that of the whole process.
if (process.platform === "linux") setPriority(NICENESS);

let rest: { kind: BodyContent["kind"]; pieces: Iterator<unknown[]> } | undefined;

const nextPiece = (): BodyAnswer => {
  if (rest === undefined) throw new Error("asked for a piece of no list");
  return { kind: rest.kind, piece: rest.pieces.next().value };
};

/** @param task undefined asks for the next piece */
const answerTo = (task: BodyTask | undefined): BodyAnswer => {
  try {
    if (task === undefined) return nextPiece();
    const content = readContent(task);
    if (!Array.isArray(content.value)) return content;
    rest = { kind: content.kind, pieces: piecesOf(content.value) };
    return nextPiece();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { status, body, reason, headers } = error;
    return { refusal: { status, body, reason, headers } };
  }
};

parentPort?.on("message", (task: BodyTask | undefined) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(answerTo(task));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage("ready");
