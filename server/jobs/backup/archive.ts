import { type FileHandle, open } from "node:fs/promises";

/** A member of the archive by its header: where its bytes begin, and how many there are. */
export type Member = { name: string; offset: number; size: number };

/** A tar file that is being written. */
export type Archive = {
  /** Adds one member, whose size need not be known in advance. */
  add(name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Writes the end mark, syncs to disk and closes. @returns the size in bytes */
  finish(): Promise<number>;
  /** Closes without the end mark. */
  abandon(): Promise<void>;
};

/** The file is not one of our archives, was cut short, or was altered; `message` says which. */
export class ArchiveError extends Error {}

const BLOCK = 512;
/** The largest size that eleven octal digits can express; above it, tar has a binary form. */
const OCTAL_MAX = 8 ** 11;

const octal = (value: number, digits: number): string => `${Math.floor(value).toString(8).padStart(digits, "0")}\0`;

const binarySize = (size: number): Buffer => {
  const field = Buffer.alloc(12);
  field.writeBigUInt64BE(BigInt(size), 4);
  field[0] = 0x80;
  return field;
};

const sumOf = (header: Buffer): number => header.reduce((sum, byte, n) => sum + (n >= 148 && n < 156 ? 0x20 : byte), 0);

/** A header in the format of POSIX (ustar); readable by its owner alone. */
const headerOf = (name: string, size: number, seconds: number): Buffer => {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, "utf8");
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7), 100, "latin1");
  if (size < OCTAL_MAX) header.write(octal(size, 11), 124, "latin1");
  else binarySize(size).copy(header, 124);
  header.write(octal(seconds, 11), 136, "latin1");
  header.write("0", 156, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  header.write(`${sumOf(header).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
};

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/**
 * Creates a tar file that only its owner may read. Each member's header is rewritten once its size is known, so that
 * members of any length can be streamed. Errors: if the file exists already.
 * @param seconds the time of the members, since 1970
 */
export const createArchive = async (path: string, seconds: number): Promise<Archive> => {
  const file = await open(path, "wx", 0o600);
  let end = 0;
  const append = async (bytes: Uint8Array): Promise<void> => {
    for (let done = 0; done < bytes.length;)
      done += (await file.write(bytes, done, bytes.length - done, end + done)).bytesWritten;
    end += bytes.length;
  };
  return {
    add: async (name, chunks) => {
      const start = end;
      await append(Buffer.alloc(BLOCK));
      for await (const chunk of chunks) await append(chunk);
      const size = end - start - BLOCK;
      await append(padding(size));
      await file.write(headerOf(name, size, seconds), 0, BLOCK, start);
    },
    finish: async () => {
      await append(Buffer.alloc(2 * BLOCK));
      await file.sync();
      await file.close();
      return end;
    },
    abandon: () => file.close(),
  };
};

const sizeOf = (header: Buffer): number => {
  const first = header[124] ?? 0;
  if ((first & 0x80) !== 0) return Number(header.readBigUInt64BE(128));
  return Number.parseInt(header.toString("latin1", 124, 135), 8);
};

const memberAt = (header: Buffer, offset: number): Member => {
  const sum = Number.parseInt(header.toString("latin1", 148, 154), 8);
  const size = sizeOf(header);
  if (header.toString("latin1", 257, 262) !== "ustar" || sum !== sumOf(header) || !Number.isSafeInteger(size))
    throw new ArchiveError("it is damaged, or isn't a Foyer backup.");
  const name = header.toString("utf8", 0, 100);
  return { name: name.slice(0, name.indexOf("\0")), offset: offset + BLOCK, size };
};

const CUT = "its end is missing (the file was cut short).";
const MOVED = "its end is in the wrong place (the file was cut short or altered).";

/** Follows the headers up to the end mark. */
const walk = async (file: FileHandle, whole: number): Promise<Member[]> => {
  const members: Member[] = [];
  const header = Buffer.alloc(BLOCK);
  for (let offset = 0; ;) {
    if (offset + BLOCK > whole) throw new ArchiveError(CUT);
    await file.read(header, 0, BLOCK, offset);
    if (header.every((byte) => byte === 0)) {
      if (whole === offset + 2 * BLOCK) return members;
      throw new ArchiveError(MOVED);
    }
    const member = memberAt(header, offset);
    members.push(member);
    offset = member.offset + member.size + padding(member.size).length;
  }
};

/**
 * Lists the members of an archive, from their headers alone. Errors: ArchiveError if it is cut short or not a tar file;
 * errors of the file system.
 */
export const listMembers = async (path: string): Promise<Member[]> => {
  const file = await open(path, "r");
  try {
    return await walk(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
};
