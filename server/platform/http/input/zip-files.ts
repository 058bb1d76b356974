import { once } from "node:events";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";

import { UnreadableZip } from "../../../../shared/unzip.ts";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x01;
const LENGTHS_AFTER = 0x08;
/** With or without its mark, and with lengths of 4 or 8 bytes. */
const DESCRIPTOR_BYTES = [12, 16, 20, 24];

type Pieces = AsyncIterator<Uint8Array>;
type Source = ReturnType<typeof makeSource>;

const makeSource = (pieces: Pieces) => {
  let rest: Buffer = Buffer.alloc(0);
  const next = async (): Promise<Buffer | undefined> => {
    const { value, done } = await pieces.next();
    return done === true ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  };
  return {
    /** The next bytes, which remain: as many as there are, if there are fewer. */
    see: async (length: number): Promise<Buffer> => {
      while (rest.length < length) {
        const more = await next();
        if (more === undefined) break;
        rest = Buffer.concat([rest, more]);
      }
      return rest.subarray(0, length);
    },
    skip: (length: number): void => void (rest = rest.subarray(length)),
    piece: async (): Promise<Buffer | undefined> => {
      if (rest.length === 0) return next();
      const taken = rest;
      rest = Buffer.alloc(0);
      return taken;
    },
    putBack: (bytes: Buffer): void => void (rest = Buffer.concat([bytes, rest])),
  };
};

async function* storedParts(source: Source, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0;) {
    const piece = await source.piece();
    if (piece === undefined) throw new UnreadableZip();
    const part = piece.subarray(0, left);
    source.putBack(piece.subarray(part.length));
    left -= part.length;
    yield part;
  }
}

/** Where the packed bytes end is known when they have been unpacked: what was read beyond is put back. */
async function* inflatedParts(source: Source): AsyncGenerator<Buffer> {
  const inflating = createInflateRaw();
  const given: Buffer[] = [];
  let before = 0;
  const feed = async function* (): AsyncGenerator<Buffer> {
    for (let piece = await source.piece(); piece !== undefined; piece = await source.piece()) {
      while (given[0] !== undefined && before + given[0].length <= inflating.bytesWritten)
        before += given.shift()?.length ?? 0;
      given.push(piece);
      yield piece;
    }
  };
  const fed = Readable.from(feed());
  fed.on("error", (error) => inflating.destroy(error)).pipe(inflating);
  try {
    yield* inflating;
  } catch (error) {
    throw error instanceof Error && "errno" in error ? new UnreadableZip() : error;
  } finally {
    fed.destroy();
    if (!fed.closed) await once(fed, "close");
  }
  source.putBack(Buffer.concat(given).subarray(inflating.bytesWritten - before));
}

const skipDescriptor = async (source: Source): Promise<void> => {
  const bytes = await source.see(28);
  const length = DESCRIPTOR_BYTES.find(
    (at) => at + 4 <= bytes.length && [LOCAL, CENTRAL].includes(bytes.readUInt32LE(at)),
  );
  if (length === undefined) throw new UnreadableZip();
  source.skip(length);
};

/** A file of an archive; what is not read of it is passed over. */
export type ArrivingFile = { path: string; parts: AsyncGenerator<Buffer> };

async function* partsOf(
  source: Source,
  { flags, method, length }: { flags: number; method: number; length: number },
  budget: { left: number },
): AsyncGenerator<Buffer> {
  const isOpen = (flags & LENGTHS_AFTER) !== 0;
  if ((flags & ENCRYPTED) !== 0 || (method === STORED && isOpen) || (method !== STORED && method !== DEFLATED))
    throw new UnreadableZip();
  for await (const part of method === STORED ? storedParts(source, length) : inflatedParts(source)) {
    budget.left -= part.length;
    if (budget.left < 0) throw new UnreadableZip(true);
    yield part;
  }
  if (isOpen) await skipDescriptor(source);
}

/**
 * The files of an archive as it arrives, one after the other, unpacked: what it says of its own sizes is not believed.
 * @param bytesMax of all files together. Errors: UnreadableZip
 */
export async function* zipFiles(pieces: Pieces, bytesMax: number): AsyncGenerator<ArrivingFile> {
  const source = makeSource(pieces);
  const budget = { left: bytesMax };
  for (;;) {
    const header = await source.see(HEADER_BYTES);
    if (header.length < HEADER_BYTES || header.readUInt32LE(0) !== LOCAL) break;
    const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)];
    const whole = await source.see(HEADER_BYTES + nameLength + extraLength);
    const path = whole.toString("utf8", HEADER_BYTES, HEADER_BYTES + nameLength);
    const described = {
      flags: header.readUInt16LE(6),
      method: header.readUInt16LE(8),
      length: header.readUInt32LE(18),
    };
    source.skip(whole.length);
    const parts = partsOf(source, described, budget);
    yield { path, parts };
    for await (const _ of parts);
  }
  // The directory says nothing that the files don't.
  while ((await source.piece()) !== undefined);
}
