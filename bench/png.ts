import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEAD_BYTES = 13;
const RGB = 2;
const INDEXED = 3;
const COLOURS_MAX = 256;
/** Bits a channel is rounded to when there are more colours than a palette holds: it can't be seen in a picture of a page. */
const BITS = [8, 7, 6, 5, 4, 3];

type Chunk = { type: string; data: Buffer };

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
};

const predicted = (filter: number, left: number, up: number, corner: number): number =>
  [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;

/** Takes the filters off, row by row. */
const unfiltered = (rows: Buffer, width: number, height: number, samples: number): Buffer => {
  const line = width * samples;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (line + 1)] ?? 0;
    for (let x = 0; x < line; x += 1) {
      const at = y * line + x;
      const left = x < samples ? 0 : (pixels[at - samples] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - line] ?? 0);
      const corner = x < samples || y === 0 ? 0 : (pixels[at - line - samples] ?? 0);
      pixels[at] = (rows[y * (line + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return pixels;
};

type Tally = { n: number; r: number; g: number; b: number };

const boxOf = (pixels: Buffer, at: number, shift: number): number =>
  (((pixels[at] ?? 0) >> shift) << 16) | (((pixels[at + 1] ?? 0) >> shift) << 8) | ((pixels[at + 2] ?? 0) >> shift);

/** How often each colour is met, with the sum of its channels. */
const tally = (pixels: Buffer, samples: number, bits: number): Map<number, Tally> => {
  const found = new Map<number, Tally>();
  for (let at = 0; at < pixels.length; at += samples) {
    const box = boxOf(pixels, at, 8 - bits);
    const one = found.get(box) ?? { n: 0, r: 0, g: 0, b: 0 };
    if (one.n === 0) found.set(box, one);
    one.n += 1;
    one.r += pixels[at] ?? 0;
    one.g += pixels[at + 1] ?? 0;
    one.b += pixels[at + 2] ?? 0;
  }
  return found;
};

type Colour = readonly [r: number, g: number, b: number];
const meanOf = ({ n, r, g, b }: Tally): Colour => [Math.round(r / n), Math.round(g / n), Math.round(b / n)];

const distance = (a: Colour, b: Colour): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const nearest = (palette: readonly Colour[], colour: Colour): number => {
  let best = 0;
  for (const [n, one] of palette.entries())
    if (distance(one, colour) < distance(palette[best] ?? one, colour)) best = n;
  return best;
};

/** Colours that stand for all: the frequent ones as they are, so that large areas keep theirs; the others go to the nearest. */
const paletteOf = (pixels: Buffer, samples: number) => {
  const bits = BITS.find((wanted) => tally(pixels, samples, wanted).size <= COLOURS_MAX * 24) ?? 4;
  const found = [...tally(pixels, samples, bits)].toSorted(([, a], [, b]) => b.n - a.n);
  const palette: Colour[] = [];
  // Rare colours that are like one that is taken already would only push out those that are like none.
  for (const [close, most] of [
    [300, COLOURS_MAX - 64],
    [40, COLOURS_MAX],
  ] as const)
    for (const [, one] of found) {
      if (palette.length >= most) break;
      const mean = meanOf(one);
      if (palette.every((taken) => distance(taken, mean) > close)) palette.push(mean);
    }
  const places = new Map(found.map(([box, one]) => [box, nearest(palette, meanOf(one))]));
  return { palette, placeAt: (at: number): number => places.get(boxOf(pixels, at, 8 - bits)) ?? 0 };
};

/** The same picture with at most 256 colours, as a PNG of a third of the bytes. @param png eight bits a channel, without gaps between rows */
export const smaller = (png: Buffer): Buffer => {
  const chunks = chunksOf(png);
  const head = chunks[0]?.data ?? Buffer.alloc(HEAD_BYTES);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const samples = head[9] === RGB ? 3 : 4;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  const pixels = unfiltered(inflateSync(packed), width, height, samples);
  const { palette, placeAt } = paletteOf(pixels, samples);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = placeAt((y * width + x) * samples);
  const header = Buffer.from(head);
  header[9] = INDEXED;
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
