/** What is used of fontkit, which has no types of its own. */
declare module "fontkit" {
  export type Point = { onCurve: boolean; x: number; y: number };
  type GlyphData = {
    numberOfContours: number;
    points?: Point[];
    components?: { glyphID: number }[];
  };
  type Glyph = {
    advanceWidth: number;
    _decode(): GlyphData | null | undefined;
    _getContours(): Point[][];
    _getPhantomPoints(decoded: GlyphData): Point[];
    _getMetrics(): { leftBearing: number };
  };
  export type Subset = {
    font: Font;
    glyf: Uint8Array[];
    offset: number;
    loca: { offsets: number[] };
    hmtx: { metrics: { advance: number; bearing: number }[] };
    _addGlyph(id: number): number;
  };
  type Stream = {
    pos: number;
    readBuffer(length: number): Uint8Array;
    constructor: new (bytes: Uint8Array) => Stream;
  };
  export type Processor = { transformPoints(id: number, points: Point[]): void };
  export type Font = {
    postscriptName: string;
    stream: Stream;
    directory: {
      totalCompressedSize: number;
      tables: Record<string, { offset: number; length: number; transformLength?: number }>;
    };
    constructor: new (stream: Stream, coordinates: readonly number[]) => Font;
    _dataPos: number;
    _decompressed?: boolean;
    _decompress(): void;
    _variationProcessor: Processor | null;
    getGlyph(id: number): Glyph;
    createSubset(): Subset;
    layout(text: string, features: readonly string[]): unknown;
  };
  export const create: (bytes: Uint8Array) => Font;
}
