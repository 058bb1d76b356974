import { Readable } from "node:stream";

/** So much is read ahead of a slow reader: counted in bytes, for a part may be megabytes long. */
const AHEAD_BYTES = 64 * 1024;

/** A text as a stream that is made part by part, as fast as it is taken. */
export const streamOf = (parts: AsyncIterable<string> | Iterable<string>): Readable =>
  Readable.from(parts, { objectMode: false, highWaterMark: AHEAD_BYTES });
