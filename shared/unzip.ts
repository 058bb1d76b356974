/** A file in an archive: its path, and where its packed bytes are. */
export type ZipEntry = { path: string; method: number; packed: Uint8Array<ArrayBuffer> };

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** An archive that is damaged, encrypted or of another kind, or whose content is larger than allowed. */
export class UnreadableZip extends Error {
  readonly isTooLarge: boolean;

  constructor(isTooLarge = false) {
    super(isTooLarge ? "the content of the archive is too large" : "the archive can't be read");
    this.isTooLarge = isTooLarge;
  }
}

const endOf = (view: DataView): number => {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw new UnreadableZip();
};

const packedOf = (bytes: Uint8Array<ArrayBuffer>, view: DataView, local: number, length: number) => {
  if (view.getUint32(local, true) !== LOCAL) throw new UnreadableZip();
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + length > bytes.length) throw new UnreadableZip();
  return bytes.subarray(start, start + length);
};

/** The files of an archive by its directory, still packed. Errors: UnreadableZip; ZIP64 is not supported. */
export const zipEntries = (bytes: Uint8Array<ArrayBuffer>): Map<string, ZipEntry> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = new Map<string, ZipEntry>();
  try {
    const end = endOf(view);
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== CENTRAL) throw new UnreadableZip();
      const [method, length] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (name ?? 0)));
      entries.set(path, { path, method, packed: packedOf(bytes, view, view.getUint32(at + 42, true), length) });
      at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableZip() : error;
  }
  return entries;
};

/**
 * The text of a file, piece by piece as it is unpacked: what it says of its own size is not believed. Errors:
 * UnreadableZip for more bytes than allowed.
 */
export async function* unpackedText({ method, packed }: ZipEntry, bytesMax: number): AsyncGenerator<string> {
  if (method !== STORED && method !== DEFLATED) throw new UnreadableZip();
  const plain = new Blob([packed]).stream();
  const reader = (method === STORED ? plain : plain.pipeThrough(new DecompressionStream("deflate-raw"))).getReader();
  const decoder = new TextDecoder();
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new UnreadableZip();
      });
      if (done) break;
      length += value.byteLength;
      if (length > bytesMax) throw new UnreadableZip(true);
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
