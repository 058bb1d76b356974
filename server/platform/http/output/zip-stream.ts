import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

type Part = string | Uint8Array;

/** A file of an archive, whose content is made while it is read. */
export type StreamedFile = { path: string; parts: AsyncIterable<Part> | Iterable<Part> };

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
/** Version 4.5: ZIP64. */
const VERSION = 45;
/** Names in UTF-8; CRC and lengths after the content. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format. */
const DAY_ONE = 0x0021;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const ZIP64_TAG = 0x0001;

/** Little-endian fields: pairs of a value and its length in bytes. */
const fields = (...pairs: readonly (readonly [number, 2 | 4 | 8])[]): Buffer =>
  Buffer.concat(
    pairs.map(([value, length]) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(BigInt(value));
      return bytes.subarray(0, length);
    }),
  );

type Entry = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** Packs a file; at its end, `entry` says what the directory has to know. */
async function* packed({ parts }: StreamedFile, entry: Entry): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  };
  const deflating = createDeflateRaw({ level: 1 });
  const source = Readable.from(counted());
  source.on("error", (error) => deflating.destroy(error)).pipe(deflating);
  try {
    for await (const piece of deflating) {
      entry.packed += piece.length;
      yield piece;
    }
  } finally {
    source.destroy();
  }
}

const localHeader = ({ name }: Entry): Buffer =>
  Buffer.concat([
    fields([LOCAL, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DAY_ONE, 2]),
    fields([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);

const directoryEntry = ({ name, crc, packed: length, size, offset }: Entry): Buffer => {
  const far = offset >= MAX_32 ? fields([ZIP64_TAG, 2], [8, 2], [offset, 8]) : Buffer.alloc(0);
  return Buffer.concat([
    fields([CENTRAL, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [0, 2], [DAY_ONE, 2]),
    fields([crc, 4], [length, 4], [size, 4], [name.length, 2], [far.length, 2], [0, 2], [0, 2], [0, 2], [0, 4]),
    fields([Math.min(offset, MAX_32), 4]),
    name,
    far,
  ]);
};

const ending = (count: number, length: number, at: number): Buffer => {
  const isLarge = count >= MAX_16 || at + length >= MAX_32;
  const large = Buffer.concat([
    fields([END_64, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4], [count, 8], [count, 8]),
    fields([length, 8], [at, 8], [LOCATOR_64, 4], [0, 4], [at + length, 8], [1, 4]),
  ]);
  const n = Math.min(count, MAX_16);
  const end = fields([END, 4], [0, 2], [0, 2], [n, 2], [n, 2], [Math.min(length, MAX_32), 4]);
  return Buffer.concat([...(isLarge ? [large] : []), end, fields([Math.min(at, MAX_32), 4], [0, 2])]);
};

/**
 * An archive of any length (ZIP64), made while it is read: besides its directory, only pieces of it are in memory. Each
 * file has at most 4 GiB.
 */
export async function* zipStream(files: AsyncIterable<StreamedFile> | Iterable<StreamedFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const file of files) {
    const entry: Entry = { name: Buffer.from(file.path), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(entry);
    yield header;
    yield* packed(file, entry);
    if (entry.size > MAX_32) throw new Error("a file of an archive has more than 4 GiB");
    const described = fields([DESCRIPTOR, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]);
    yield described;
    offset += header.length + entry.packed + described.length;
    directory.push(directoryEntry(entry));
  }
  const bytes = Buffer.concat(directory);
  yield bytes;
  yield ending(directory.length, bytes.length, offset);
}
