import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { type SignedDocument, renderDocument } from "../../../../server/resources/agreements/document.ts";
import { type DocumentRenderer, makeDocumentRenderer } from "../../../../server/resources/agreements/renderer.ts";
import { HttpError } from "../../../../server/platform/lib/errors.ts";
import { pdfWith } from "./pictures.ts";
import { readPdf } from "./read-pdf.ts";

const DOCUMENT: SignedDocument = {
  visit_id: "66f1a2b3c4d5e6f708192a3b",
  agreement_id: "66f1a2b3c4d5e6f708192a3c",
  name: "House rules",
  version: 3,
  language: "en",
  text: "Wear your badge.",
  video: undefined,
  attached: undefined,
  text_hash: "ab".repeat(32),
  signed_at: "2026-07-01T22:30:00.000Z",
  signer: { name: "Zoë Łuk", company: null, host: null },
  signature: null,
  logo: null,
  place: ["Head office"],
  timezone: "UTC",
};
/** Right-to-left and Chinese runs by turns: each is shaped on its own, which takes longest. */
const SLOW = "שלום中文 ".repeat(12_000);
const made: DocumentRenderer[] = [];
const newRenderer = (limitMs?: number): DocumentRenderer => {
  const renderer = makeDocumentRenderer(limitMs);
  made.push(renderer);
  return renderer;
};
const statusOf = (error: unknown): number | undefined => (error instanceof HttpError ? error.status : undefined);

after(() => Promise.all(made.map((renderer) => renderer.stop())));

describe("the thread that makes signed documents", () => {
  it("gives the bytes that the document has, an attached PDF included", async () => {
    const attached = pdfWith("rules");
    const document = { ...DOCUMENT, text: undefined, attached };
    const bytes = await newRenderer().render("a", document);
    assert.deepEqual(bytes, await renderDocument(document));
    assert.deepEqual(readPdf(bytes).files["agreement.pdf"], attached);
  });

  it("attaches a text that takes too long to typeset, and goes on with the next", async () => {
    const renderer = newRenderer(1);
    const [slow, next] = await Promise.all([
      renderer.render("a", { ...DOCUMENT, text: SLOW }),
      renderer.render("a", { ...DOCUMENT, text: SLOW }),
    ]);
    const { files, text, pages } = readPdf(slow);
    assert.equal(files["agreement-en.txt"]?.toString(), SLOW);
    assert.equal(pages.length, 1);
    assert.ok(text.includes("Zoë Łuk") && text.includes("ab".repeat(32)), text);
    assert.deepEqual(next, slow);
  });

  it("lets locations take turns, and refuses with 503 what one of them asks beyond its share", async () => {
    const renderer = newRenderer();
    const order: string[] = [];
    const ask = (location: string): Promise<void> =>
      renderer.render(location, { ...DOCUMENT, text: SLOW }).then(() => void order.push(location));
    const asked = ["b", "b", "b", "b", "b", "a"].map(ask);
    await assert.rejects(renderer.render("b", DOCUMENT), (error) => statusOf(error) === 503);
    await Promise.all(asked);
    assert.deepEqual(order, ["b", "a", "b", "b", "b", "b"]);
  });

  it("keeps the event loop free meanwhile", async () => {
    const renderer = newRenderer();
    await renderer.render("a", DOCUMENT);
    const before = performance.eventLoopUtilization();
    await renderer.render("a", { ...DOCUMENT, text: SLOW });
    const { active, idle } = performance.eventLoopUtilization(before);
    assert.ok(active < idle, `${active} ms busy, ${idle} ms free`);
  });

  it("refuses with 503 what is in progress and what waits when it stops", async () => {
    const renderer = newRenderer();
    const [first, second] = ["a", "b"].map((location) => renderer.render(location, { ...DOCUMENT, text: SLOW }));
    const refusal = assert.rejects(Promise.resolve(second), (error) => statusOf(error) === 503);
    const end = assert.rejects(Promise.resolve(first), (error) => statusOf(error) === 503);
    await renderer.stop();
    await Promise.all([refusal, end]);
  });
});
