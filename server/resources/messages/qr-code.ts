import { encodeQR } from "qr";

import { blackAndWhitePng } from "./png.ts";

/** Pixels a module; shown at half its size, so that it is sharp on a telephone. */
const SCALE = 8;
const SHOWN = 2;

/** A QR code of a text as PNG, with its quiet zone, and the size in pixels at which it is to be shown. */
export const qrCode = (text: string): { bytes: Buffer; size: number } => {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4, scale: SCALE });
  return { bytes: blackAndWhitePng(modules), size: Math.round(modules.length / SHOWN) };
};
