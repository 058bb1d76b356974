import { Readable } from "node:stream";

/** How much is read ahead of a slow client: in bytes, because a part may be megabytes long. */
const AHEAD_BYTES = 64 * 1024;

type Part = string | Uint8Array;

/** A text or file as a stream that is made part by part, as fast as it is read. */
export const streamOf = (parts: AsyncIterable<Part> | Iterable<Part>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: AHEAD_BYTES });
