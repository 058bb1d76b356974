import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type SignedDocument, renderDocument } from "../../../../server/resources/agreements/document.ts";
import { JPEG, pdfWith, png } from "./pictures.ts";
import { type ReadPdf, readPdf } from "./read-pdf.ts";

const SIGNED: SignedDocument = {
  visit_id: "66f1a2b3c4d5e6f708192a3b",
  agreement_id: "66f1a2b3c4d5e6f708192a3c",
  name: "House rules",
  version: 3,
  language: "en",
  text: "Wear your badge.\n\nTake no photographs.",
  video: undefined,
  attached: undefined,
  text_hash: "ab".repeat(32),
  signed_at: "2026-07-01T22:30:00.000Z",
  signer: { name: "Zoë Łuk", company: "Acme", host: "Ann Peeters" },
  signature: png().toString("base64"),
  logo: null,
  place: ["Head office", "Main street 1", "1000 Brussels"],
  timezone: "Europe/Brussels",
};

const rendered = async (change: Partial<SignedDocument> = {}): Promise<ReadPdf> =>
  readPdf(await renderDocument({ ...SIGNED, ...change }));
const holds = (read: ReadPdf, ...texts: string[]): void => {
  for (const text of texts) assert.ok(read.text.includes(text), `${text} is not in: ${read.text}`);
};

describe("the signed document (interface 4.6a, rules 5)", () => {
  it("shows location, visitor, company, host, text, agreement, version and the fingerprint (interface 4.6a)", async () => {
    const read = await rendered();
    holds(read, "Head office", "Main street 1 · 1000 Brussels", "Zoë Łuk", "Acme", "Ann Peeters", "House rules");
    holds(read, "Version 3", "Wear your badge.", "Take no photographs.", "ab".repeat(32), SIGNED.visit_id);
    assert.deepEqual([read.pages.length, read.files], [1, {}]);
    assert.ok(read.images > 0);
  });

  it("shows the time in the location's zone, with the zone's name and its offset on that day", async () => {
    holds(await rendered(), "2 July 2026 at 00:30:00 (Europe/Brussels, UTC+02:00)");
    holds(await rendered({ signed_at: "2026-12-01T12:00:00.000Z" }), "13:00:00 (Europe/Brussels, UTC+01:00)");
    holds(await rendered({ timezone: "UTC" }), "22:30:00 (UTC)");
  });

  it("is tagged for readers that read aloud, with its language and words for its pictures", async () => {
    const bytes = await renderDocument({
      ...SIGNED,
      signer: { ...SIGNED.signer, name: "Jo" },
      language: "nl",
      logo: png().toString("base64"),
    });
    const file = bytes.toString("latin1");
    for (const part of [
      "/Marked true",
      "/Lang (nl)",
      "/DisplayDocTitle true",
      "/Alt (Head office)",
      "/Alt (Handtekening: Jo)",
    ])
      assert.ok(file.includes(part), part);
    const parts = [...file.matchAll(/\/S \/(\w+)\n/g)].map(([, type = ""]) => type);
    assert.deepEqual([...new Set(parts)].toSorted(), ["Document", "Figure", "H1", "P"]);
  });

  it("is set in the house's font, with a wider one for words that it has no letters for", async () => {
    const fontsOf = async (text: string): Promise<string[]> => {
      const file = (await renderDocument({ ...SIGNED, text })).toString("latin1");
      return [
        ...new Set([...file.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g)].map(([, name = ""]) => name)),
      ].toSorted();
    };
    assert.deepEqual(await fontsOf("Łódź, Иван"), ["Geist-Regular", "Geist-SemiBold"]);
    assert.deepEqual(await fontsOf("Ελληνικά"), ["DejaVuSansCondensed", "Geist-Regular", "Geist-SemiBold"]);
  });

  it("has the location's logo, unless it is not a picture that can be drawn, or too large to keep with each document", async () => {
    const without = (await rendered()).images;
    assert.ok((await rendered({ logo: png().toString("base64") })).images > without);
    const large = Buffer.concat([JPEG, Buffer.alloc(257 * 1024)]).toString("base64");
    for (const logo of ["<svg/>", large]) assert.equal((await rendered({ logo })).images, without);
  });

  it("speaks the language that was signed: English, Dutch, French, German, else English (interface 1)", async () => {
    const words = {
      en: "Signed agreement",
      "nl-BE": "Ondertekende overeenkomst",
      fr: "Document signé",
      DE: "Besucher",
    };
    for (const [language, word] of Object.entries(words)) holds(await rendered({ language }), word);
    holds(await rendered({ language: "tlh" }), "Signed agreement");
    holds(await rendered({ language: "fr" }), "1 sur 1", "2 juillet 2026");
  });

  it("goes over as many pages as the text needs, numbered, and loses nothing", async () => {
    const words = Array.from({ length: 3_000 }, (_, n) => `word${n}`);
    const { pages, text, files } = await rendered({ text: words.join(" ") });
    assert.ok(pages.length > 3);
    pages.forEach((page, n) => assert.ok(page.includes(`Page ${n + 1} of ${pages.length}`)));
    const all = text.replaceAll(/\s/g, "");
    for (const word of words) assert.ok(all.includes(word), word);
    assert.deepEqual(files, {});
  });

  it("prints the beginning of an endless text and attaches all of it", async () => {
    for (const endless of ["word ".repeat(200_000), "\n".repeat(50_000), "x".repeat(300_000), "🚀".repeat(60_000)]) {
      const { pages, files, text } = await rendered({ text: endless });
      assert.ok(pages.length < 60, String(pages.length));
      assert.equal(files["agreement-en.txt"]?.toString(), endless);
      assert.ok(text.includes("Text continues."));
    }
  });

  it("shows Greek, Cyrillic and Chinese as they are; what no font has as its number, with the exact text attached", async () => {
    holds(await rendered({ text: "Ελληνικά и русский" }), "Ελληνικά и русский");
    const text = "中文 и 🚀 \u{20000}";
    const read = await rendered({ text, language: "zh", signer: { ...SIGNED.signer, name: "王小明" } });
    holds(read, "中文", "[U+1F680]", "[U+20000]", "王小明");
    assert.equal(read.files["agreement-zh.txt"]?.toString(), text);
  });

  it("draws signers of every script by embedded subsets: Thai, Hindi, Bengali, Tamil, Chinese, Japanese, Korean", async () => {
    for (const [name, font] of [
      ["สมชาย ใจดี", "NotoSansThai"],
      ["अमित शर्मा", "NotoSansDevanagari"],
      ["রবীন্দ্রনাথ ঠাকুর", "NotoSansBengali"],
      ["கோவிந்தசாமி", "NotoSansTamil"],
      ["佐藤 花子", "NotoSansJP"],
      ["やまだ たろう", "NotoSansJP"],
      ["张伟", "NotoSansSC"],
      ["김민수", "NotoSansKR"],
      ["ㄅㄆㄇ", "NotoSansTC"],
    ] as const) {
      const bytes = await renderDocument({ ...SIGNED, signer: { ...SIGNED.signer, name } });
      const file = bytes.toString("latin1");
      assert.ok(!readPdf(bytes).text.includes("[U+"), name);
      assert.ok(new RegExp(`/FontName /[A-Z]{6}\\+${font}-`).test(file), `${name} in ${font}`);
      const named = [...file.matchAll(/\/Type \/FontDescriptor\n\/FontName/g)].length;
      assert.equal([...file.matchAll(/\/FontFile2 \d+ 0 R/g)].length, named, `${name}: every font is embedded`);
      assert.ok(bytes.length < 80 * 1024, `${name}: ${bytes.length}`);
      assert.ok(bytes.equals(await renderDocument({ ...SIGNED, signer: { ...SIGNED.signer, name } })));
    }
  });

  it("sets a Japanese name in a Korean document in Japanese, and a text by its language", async () => {
    const fonts = async (change: Partial<SignedDocument>): Promise<string[]> => {
      const file = (await renderDocument({ ...SIGNED, ...change })).toString("latin1");
      return [...new Set([...file.matchAll(/\+NotoSans([A-Z]{2})-/g)].map(([, name = ""]) => name))].toSorted();
    };
    const japanese = { ...SIGNED.signer, name: "佐藤 花子" };
    assert.deepEqual(await fonts({ language: "ko", text: "안전 수칙을 지켜 주십시오", signer: japanese }), [
      "JP",
      "KR",
    ]);
    assert.deepEqual(await fonts({ language: "zh", text: "请佩戴证件" }), ["SC"]);
    assert.deepEqual(await fonts({ language: "zh-TW", text: "請佩戴證件" }), ["TC"]);
    assert.deepEqual(await fonts({ language: "ja", text: "名札を着用" }), ["JP"]);
  });

  it("cuts Thai between words and never apart from its marks; writes what can't be shaped as its numbers", async () => {
    const text = "กรุณาสวมบัตรประจำตัวตลอดเวลา".repeat(20);
    const read = await rendered({ text });
    holds({ ...read, text: read.text.replaceAll(/\s/g, "") }, "กรุณาสวมบัตรประ", "ตัวตลอดเวลา");
    assert.deepEqual(read.files, {});
    // Whatever the order of signs, the document is made.
    for (const odd of ["\u0902\u0902\u094d", "\u0e33\u0e47\u0e48", "\u09cd\u200d\u09be", "\u0bcd\u0bbe".repeat(300)])
      assert.ok((await rendered({ text: odd, signer: { ...SIGNED.signer, name: odd } })).pages.length > 0);
  });

  it("draws four marks on a letter, and attaches a text that has more", async () => {
    assert.deepEqual((await rendered({ text: "e\u0323\u0301\u0302\u0303." })).files, {});
    const text = `e${"\u0301".repeat(80_000)}`;
    assert.equal((await rendered({ text })).files["agreement-en.txt"]?.toString(), text);
  });

  it("draws Hebrew and Arabic from right to left, numbers in them from left to right", async () => {
    const read = await rendered({ text: "שלום 2026 עולם\nمرحبا" });
    // The file has the drawn strokes from left to right.
    holds(read, "םולש", "2026", "םלוע");
    assert.ok(!read.text.includes("שלום"));
  });

  it("takes whatever else a text can hold: controls, lone surrogates, marks of direction, one endless word", async () => {
    const text = `a\u0001b\ud83dc\u202ed\u200be\tf\r\ng\u0301${"n".repeat(5_000)}`;
    const read = await rendered({
      text,
      name: `\ud83d${"x".repeat(100_000)}\n\n`,
      place: ["\n", ""],
      language: "🚀".repeat(99),
    });
    holds(read, "ab[U+D83D]cde");
  });

  it("draws a PNG of every kind and a JPEG, as Base64 and as data: URL (rules 2)", async () => {
    const none = (await rendered({ signature: null })).images;
    assert.equal(none, 0);
    const pictures = [...[0, 2, 4, 6].map((color) => png({ color })), JPEG];
    for (const picture of pictures)
      for (const head of ["", "data:image/png;base64,"])
        assert.ok((await rendered({ signature: head + picture.toString("base64") })).images > 0);
  });

  it("says so in words when a signature is not a picture, is broken, or would unpack to too much (rules 2)", async () => {
    const bombs = png({ width: 10_000, height: 10_000, rows: Buffer.alloc(100) });
    const broken = [
      Buffer.from("hello"),
      png().subarray(0, 40),
      png({ rows: Buffer.alloc(60, 9) }),
      png({ rows: Buffer.alloc(20 * 241, 7) }),
      png({ rows: Buffer.alloc(20_000_000) }),
      png({ width: 0 }),
      png({ color: 3 }),
      png({ interlaced: 1 }),
      bombs,
      JPEG.subarray(0, 30),
      Buffer.concat([JPEG.subarray(0, 2), Buffer.from("ffc0000b080000000001011100", "hex"), Buffer.alloc(9)]),
      Buffer.concat([JPEG.subarray(0, 2), Buffer.from("ffc0000b080001000102011100", "hex"), Buffer.alloc(9)]),
      Buffer.from("ffd8ffe0", "hex"),
      Buffer.alloc(0),
    ];
    for (const picture of broken) {
      const read = await rendered({ signature: picture.toString("base64") });
      holds(read, "a PNG or JPEG image", "Zoë Łuk");
      assert.equal(read.images, 0);
    }
    holds(await rendered({ signature: "data:image/svg+xml,<svg/>" }), "a PNG or JPEG image");
  });

  it("carries the uploaded document inside, names the video, and says when there was neither (interface 2.3)", async () => {
    const attached = pdfWith("contract");
    const read = await rendered({ text: undefined, attached });
    assert.deepEqual(read.files["agreement.pdf"], attached);
    holds(read, "attached to this file: agreement.pdf");
    const video = `https://example.org/${"long".repeat(400)}`;
    assert.ok((await rendered({ text: undefined, video })).text.replaceAll(/\s/g, "").includes(video));
    holds(await rendered({ text: undefined }), "This version had no text.");
  });

  it("is the same to the last byte whenever it is made", async () => {
    const [first, second] = [await renderDocument(SIGNED), await renderDocument({ ...SIGNED })];
    assert.ok(first.equals(second));
    assert.ok(!first.equals(await renderDocument({ ...SIGNED, version: 4 })));
  });
});
