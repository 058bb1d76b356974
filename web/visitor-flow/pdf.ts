import { getDocument, GlobalWorkerOptions, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A document that can be drawn. */
export type Pdf = {
  count: number;
  /**
   * Draws a page (from 1) as wide as `width` CSS pixels. @returns its text, for screen readers; empty for a scanned
   * page
   */
  draw: (page: number, canvas: HTMLCanvasElement, width: number) => Promise<string>;
  close: () => void;
};

/** The further files of the PDF reader; the builder puts them there (web/installable-plugin.ts). */
const PARTS = "/kiosk/pdf/";

/** More dots can't be seen, and an old tablet has no memory for them. */
const DENSITY_MAX = 2;

const worker = (): Worker => new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module" });

type Item = { str?: string; hasEOL?: boolean };

const textOf = (items: readonly Item[]): string =>
  items
    .map(({ str = "", hasEOL = false }) => (hasEOL ? `${str}\n` : str))
    .join("")
    .trim();

/**
 * Opens a document. We draw it ourselves: the browsers of tablets show none within a page. Loaded with the first
 * document only. Errors: the file is not a PDF, has no pages, or needs a password.
 */
export const openPdf = async (file: Blob): Promise<Pdf> => {
  GlobalWorkerOptions.workerPort ??= worker();
  const data = new Uint8Array(await file.arrayBuffer());
  const task = getDocument({
    data,
    wasmUrl: PARTS,
    standardFontDataUrl: PARTS,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
  });
  const document = await task.promise;
  if (document.numPages === 0) throw new Error("The document has no page");
  return {
    count: document.numPages,
    draw: async (number, canvas, width) => {
      const page = await document.getPage(number);
      const density = Math.min(DENSITY_MAX, window.devicePixelRatio);
      const scale = (width * density) / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport }).promise;
      return textOf((await page.getTextContent()).items as readonly Item[]);
    },
    close: () => void task.destroy(),
  };
};
