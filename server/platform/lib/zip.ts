import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const deflate = promisify<Buffer, Buffer>(deflateRaw);

/** A file of an archive: its path, and its content as text. */
export type ZipFile = { path: string; text: string };

type PackedFile = { path: Buffer; crc: number; size: number; data: Buffer };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0: folders and deflate. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: the same content gives the same bytes. */
const DAY_ONE = 0x0021;

const pack = async ({ path, text }: ZipFile): Promise<PackedFile> => {
  const bytes = Buffer.from(text);
  return { path: Buffer.from(path), crc: crc32(bytes), size: bytes.length, data: await deflate(bytes) };
};

/** Little-endian fields: pairs of a value and its length in bytes. */
const fields = (...pairs: readonly (readonly [number, 2 | 4])[]): Buffer => {
  const bytes = Buffer.alloc(pairs.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of pairs) at = bytes.writeUIntLE(value, at, length);
  return bytes;
};

/** What the local header and the directory say alike about a file. */
const described = ({ path, crc, size, data }: PackedFile): Buffer =>
  fields(
    [VERSION, 2],
    [UTF8_NAMES, 2],
    [DEFLATED, 2],
    [0, 2],
    [DAY_ONE, 2],
    [crc, 4],
    [data.length, 4],
    [size, 4],
    [path.length, 2],
    [0, 2],
  );

const local = (file: PackedFile): Buffer => Buffer.concat([fields([LOCAL, 4]), described(file), file.path, file.data]);

const central = (file: PackedFile, offset: number): Buffer =>
  Buffer.concat([
    fields([CENTRAL, 4], [VERSION, 2]),
    described(file),
    fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    file.path,
  ]);

/**
 * Packs texts into a ZIP archive; the compression does not hold up other requests. For a few files of some megabytes: there is
 * no ZIP64 here.
 */
export const zip = async (files: readonly ZipFile[]): Promise<Buffer> => {
  const packed = await Promise.all(files.map(pack));
  const bodies = packed.map(local);
  let offset = 0;
  const directory = Buffer.concat(
    packed.map((file, n) => {
      const entry = central(file, offset);
      offset += bodies[n]?.length ?? 0;
      return entry;
    }),
  );
  const count = packed.length;
  const end = fields([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...bodies, directory, end]);
};
