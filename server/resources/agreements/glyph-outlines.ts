import { brotliDecompressSync } from "node:zlib";

import type { Font, Point, Processor, Subset } from "fontkit";

/** Has a WOFF2 unpacked by zlib: fontkit's own Brotli takes ten times as long. */
export const unpackNatively = (font: Font): void => {
  font._decompress = () => {
    if (font._decompressed === true) return;
    font.stream.pos = font._dataPos;
    const packed = font.stream.readBuffer(font.directory.totalCompressedSize);
    let offset = 0;
    for (const entry of Object.values(font.directory.tables)) {
      entry.offset = offset;
      offset += entry.transformLength ?? entry.length;
    }
    font.stream = new font.stream.constructor(brotliDecompressSync(packed));
    font._decompressed = true;
  };
};

/** How a font's outlines are given their weight, and the glyphs that have it already: they are changed in place. */
type Weighting = { processor: Processor; done: Set<number> };
const weightings = new WeakMap<Font, Weighting>();

/**
 * Sets the weight of a variable font. fontkit varies no outlines of a WOFF2, and fails where a glyph is composed; so
 * they are read without, and varied by a twin that knows the weight. Widths stay those of the thinnest weight, which is
 * right for letters as wide as they are high.
 */
export const setWeight = (font: Font, bytes: Uint8Array, weight: number): void => {
  const twin = new font.constructor(new font.stream.constructor(bytes), [weight]);
  font._decompress();
  Object.assign(twin, { directory: font.directory, stream: font.stream, _decompressed: true });
  const processor = twin._variationProcessor;
  if (processor !== null) weightings.set(font, { processor, done: new Set() });
};

/** Gives the points of a glyph, and of those it is composed of, the weight of the font. */
const vary = (font: Font, id: number): void => {
  const weighting = weightings.get(font);
  if (weighting === undefined || weighting.done.has(id)) return;
  weighting.done.add(id);
  const glyph = font.getGlyph(id);
  const decoded = glyph._decode();
  if (decoded === null || decoded === undefined) return;
  if (decoded.numberOfContours < 0) for (const { glyphID } of decoded.components ?? []) vary(font, glyphID);
  else weighting.processor.transformPoints(id, [...(decoded.points ?? []), ...glyph._getPhantomPoints(decoded)]);
};

const ON_CURVE = 1;
/** A simple glyph as TrueType writes it, without any packing: the document is compressed as a whole. */
const encode = (contours: readonly (readonly Point[])[]): Buffer => {
  const points = contours.flat().map(({ onCurve, x, y }) => ({ onCurve, x: Math.round(x), y: Math.round(y) }));
  if (points.length === 0) return Buffer.alloc(0);
  const bytes = Buffer.alloc(Math.ceil((12 + 2 * contours.length + 5 * points.length) / 4) * 4);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  let at = 0;
  const write = (value: number): void => void (at = bytes.writeInt16BE(value, at));
  box.forEach(write);
  let last = -1;
  for (const contour of contours) write((last += contour.length));
  write(0);
  for (const { onCurve } of points) at = bytes.writeUInt8(onCurve ? ON_CURVE : 0, at);
  for (const line of [xs, ys]) line.forEach((value, n) => write(value - (line[n - 1] ?? 0)));
  return bytes;
};

/**
 * Has a subset take the outlines of its glyphs: fontkit copies their bytes, which in a WOFF2 aren't those of a TrueType
 * font.
 */
export const withOutlines = (subset: Subset): Subset => {
  subset._addGlyph = (id) => {
    vary(subset.font, id);
    const glyph = subset.font.getGlyph(id);
    const bytes = encode(glyph._getContours());
    subset.glyf.push(bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing });
    subset.offset += bytes.length;
    return subset.glyf.length - 1;
  };
  return subset;
};
