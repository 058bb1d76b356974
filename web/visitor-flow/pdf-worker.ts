// Reads documents beside the page, so that a long one does not make it wait.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
