import { setImmediate as afterOthers } from "node:timers/promises";

import { RawJson, StreamResponse } from "../request-context.ts";
import { streamOf } from "./text-stream.ts";

/** A response up to this length is sent in one piece, with its length: some two milliseconds. */
const WHOLE_BYTES_MAX = 512 * 1024;

async function* enclosed(
  before: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  let between = before;
  for await (const piece of pieces) {
    yield between + piece;
    between = ",";
    // A fast client would read all of them in one go.
    await afterOthers();
  }
  yield between === before ? before + after : after;
}

/**
 * A list that is sent piece by piece; between pieces, other requests get their turn.
 * @param before the text before all of them, as `after` is the text after them
 * @param pieces each a few JSON texts joined by commas
 */
export const jsonInPieces = (
  before: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  after: string,
): StreamResponse =>
  new StreamResponse(async (request, reply) => {
    const body = request.method === "HEAD" ? [] : enclosed(before, pieces, after);
    await reply.type("application/json; charset=utf-8").send(streamOf(body));
  });

/**
 * A page that was read in pieces: sent in one if it is short, so that its length is known. @param bytes of all pieces
 */
export const listJson = (
  before: string,
  { docs, bytes }: { docs: Iterable<string>; bytes: number },
  after: string,
): RawJson | StreamResponse =>
  bytes > WHOLE_BYTES_MAX ? jsonInPieces(before, docs, after) : new RawJson(`${before}${[...docs].join(",")}${after}`);
