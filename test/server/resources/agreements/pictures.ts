import { encodePng } from "../../../../server/resources/messages/mail/png.ts";

export type PngOptions = { width?: number; height?: number; color?: number; rows?: Buffer; interlaced?: number };

/** A PNG of one dark stroke; `rows` are unpacked scan lines, each with its filter byte. */
export const png = ({ width = 60, height = 20, color = 6, rows, interlaced = 0 }: PngOptions = {}): Buffer => {
  const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[color] ?? 1;
  const plain = Buffer.alloc(height * (1 + width * samples), 0);
  const middle = Math.floor(height / 2) * (1 + width * samples);
  plain.fill(255, middle + 1, middle + 1 + width * samples);
  return encodePng({ width, height, depth: 8, color, interlaced }, rows ?? plain);
};

/** The smallest JPEG there is, one gray pixel. */
export const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=",
  "base64",
);

/** A small whole PDF with a text in it. */
export const pdfWith = (text: string): Buffer =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n`,
  );
