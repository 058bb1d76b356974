/** A PDF character collection for which every reader brings its own font, so none has to be embedded. */
type Collection = { font: string; encoding: string; ordering: string; supplement: number };

const CHINESE = { font: "STSong-Light", encoding: "UniGB-UTF16-H", ordering: "GB1", supplement: 4 };
const TAIWANESE = { font: "MSung-Light", encoding: "UniCNS-UTF16-H", ordering: "CNS1", supplement: 4 };
const JAPANESE = { font: "HeiseiKakuGo-W5", encoding: "UniJIS-UTF16-H", ordering: "Japan1", supplement: 4 };
const KOREAN = { font: "HYGoThic-Medium", encoding: "UniKS-UTF16-H", ordering: "Korea1", supplement: 1 };

/** Chinese, Japanese and Korean characters and their punctuation, all as wide as they are high. */
export const CJK =
  /[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\uffe0-\uffe6]/u;

const collectionOf = (text: string, language: string): Collection => {
  if (/[\uac00-\ud7a3]/.test(text) || /^ko\b/i.test(language)) return KOREAN;
  if (/[\u3041-\u30ff]/.test(text) || /^ja\b/i.test(language)) return JAPANESE;
  return /^zh-(tw|hk|hant)\b/i.test(language) ? TAIWANESE : CHINESE;
};

const hex = (n: number): string => n.toString(16).padStart(2, "0");
const ROWS = Array.from({ length: 256 }, (_, n) => `<${hex(n)}00> <${hex(n)}ff> <${hex(n)}00>`);
const block = (rows: readonly string[]): string => `${rows.length} beginbfrange\n${rows.join("\n")}\nendbfrange`;

/** Tells readers that each code is the character itself, for searching and copying. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${[ROWS.slice(0, 100), ROWS.slice(100, 200), ROWS.slice(200)].map(block).join("\n")}
endcmap
end
end`;

type Reference = { data: unknown; write(chunk: string): void; end(data?: string): void };

const make = (doc: PDFKit.PDFDocument, { font, encoding, ordering, supplement }: Collection): Reference => {
  const descriptor = doc.ref({
    Type: "FontDescriptor",
    FontName: font,
    Flags: 4,
    FontBBox: [-25, -254, 1000, 880],
    ItalicAngle: 0,
    Ascent: 880,
    Descent: -120,
    CapHeight: 880,
    StemV: 93,
  });
  const descendant = doc.ref({
    Type: "Font",
    Subtype: "CIDFontType0",
    BaseFont: font,
    // oxlint-disable-next-line no-new-wrappers -- pdfkit writes a String object as a string, a plain one as a name
    CIDSystemInfo: { Registry: new String("Adobe"), Ordering: new String(ordering), Supplement: supplement },
    FontDescriptor: descriptor,
    DW: 1000,
  });
  const toUnicode = doc.ref({});
  const type0 = doc.ref({
    Type: "Font",
    Subtype: "Type0",
    BaseFont: `${font}-${encoding}`,
    Encoding: encoding,
    DescendantFonts: [descendant],
    ToUnicode: toUnicode,
  });
  toUnicode.end(TO_UNICODE);
  for (const part of [descriptor, descendant, type0]) part.end("");
  return type0;
};

/** Draws a run of CJK characters; `y` is the baseline, counted from the top of the page. */
export type DrawCjk = (text: string, x: number, y: number, size: number) => void;

/**
 * Draws Chinese, Japanese and Korean: the embedded font has no such characters, and one that has would add 10 MB.
 * @param sample all the text to draw, to choose between the character shapes of these languages
 */
export const cjkFont = (doc: PDFKit.PDFDocument, sample: string, language: string): DrawCjk => {
  let font: Reference | undefined;
  return (text, x, y, size) => {
    font ??= make(doc, collectionOf(sample, language));
    doc.page.fonts["Cjk"] = font;
    const codes = Buffer.from(text, "utf16le").swap16().toString("hex");
    const place = `${x.toFixed(2)} ${(doc.page.height - y).toFixed(2)}`;
    doc.addContent(`q 1 0 0 -1 0 ${doc.page.height} cm BT /Cjk ${size} Tf ${place} Td <${codes}> Tj ET Q`);
  };
};
