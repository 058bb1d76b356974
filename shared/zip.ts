/** A file of an archive: its path, and its content as text. */
export type ZipFile = { path: string; text: string };

type PackedFile = { path: Uint8Array<ArrayBuffer>; crc: number; size: number; data: Uint8Array<ArrayBuffer> };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0: folders and deflate. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: the same content gives the same bytes. */
const DAY_ONE = 0x0021;

/** The gzip header (RFC 1952) around deflated bytes without a name and a time. */
const GZIP_HEAD_BYTES = 10;
const GZIP_TAIL_BYTES = 8;

/** Compresses one file. The end of gzip has its CRC-32 and size, so neither needs a pass of its own. */
const pack = async ({ path, text }: ZipFile): Promise<PackedFile> => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const tail = new DataView(packed.buffer, packed.length - GZIP_TAIL_BYTES);
  const data = packed.subarray(GZIP_HEAD_BYTES, -GZIP_TAIL_BYTES);
  return { path: new TextEncoder().encode(path), crc: tail.getUint32(0, true), size: tail.getUint32(4, true), data };
};

/** Little-endian fields: pairs of a value and its length in bytes. */
const fields = (...pairs: readonly (readonly [number, 2 | 4])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(pairs.flatMap(([value, length]) => Array.from({ length }, (_, n) => (value >>> (8 * n)) & 0xff)));

/** The fields that a file's local header and directory entry share. */
const described = ({ path, crc, size, data }: PackedFile): Uint8Array<ArrayBuffer> =>
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

const local = (file: PackedFile): Blob => new Blob([fields([LOCAL, 4]), described(file), file.path, file.data]);

const central = (file: PackedFile, offset: number): Blob =>
  new Blob([
    fields([CENTRAL, 4], [VERSION, 2]),
    described(file),
    fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    file.path,
  ]);

/**
 * Packs texts into a ZIP archive, in the service and in the browser; compression runs in the background. For a few
 * files of some megabytes: ZIP64 is not supported.
 */
export const zip = async (files: readonly ZipFile[]): Promise<Uint8Array<ArrayBuffer>> => {
  const packed = await Promise.all(files.map(pack));
  const bodies = packed.map(local);
  let offset = 0;
  const directory = new Blob(
    packed.map((file, n) => {
      const entry = central(file, offset);
      offset += bodies[n]?.size ?? 0;
      return entry;
    }),
  );
  const count = packed.length;
  const end = fields([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.size, 4], [offset, 4], [0, 2]);
  return new Uint8Array(await new Blob([...bodies, directory, end]).arrayBuffer());
};
