import { encodeQR } from "qr";

import { blackAndWhitePng } from "./png.ts";

/** Pixels per module; shown at half the size, so that it is sharp on a phone. */
const SCALE = 8;
const SHOWN = 2;

/** A QR code of a text as PNG, with its quiet zone, and the size in pixels at which to show it. */
export const qrCode = (text: string): { bytes: Buffer; size: number } => {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: 4, scale: SCALE });
  return { bytes: blackAndWhitePng(modules), size: Math.round(modules.length / SHOWN) };
};
