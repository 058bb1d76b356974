import Pdf from "pdfkit";

import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import { loadFaces } from "./faces.ts";
import { labelsIn, momentIn } from "./labels.ts";
import { drawable } from "./lines.ts";
import { pictureOf } from "./drawable-picture.ts";
import {
  BODY,
  clip,
  drawField,
  FIELD_MAX,
  FOOT,
  GRAY,
  LABEL,
  MARGIN,
  put,
  putLines,
  decorate,
  ensureRoom,
  tagged,
  rule,
  type PdfPage,
  SMALL,
  STRONG,
  TITLE,
  WIDTH,
} from "./pdf-page.ts";
import { makeTypesetter } from "./typesetting.ts";

/** What a signed document shows. */
export type SignedDocument = {
  visit_id: string;
  agreement_id: string;
  name: string;
  version: number;
  language: string;
  text: string | undefined;
  video: string | undefined;
  /** The uploaded document that was signed. */
  attached: Buffer | undefined;
  text_hash: string;
  signed_at: string;
  signer: { name: string; company: string | null; host: string | null };
  signature: string | null;
  /** The location's logo, as it is stored. */
  logo: string | null;
  /** Name and address of the location, one line each. */
  place: string[];
  timezone: string;
};

const SIGNATURE = { width: 220, height: 84 };
const LOGO = { width: 150, height: 44 };
/** A larger logo would be in every stored document. */
const LOGO_BYTES_MAX = 256 * 1024;
/** A longer text is printed up to here, some 25 pages, and attached in full. */
const PRINTED_MAX = 80_000;
const LINES_MAX = 1_200;

/** Missing from pdfkit's types. */
type PictureReader = { openImage: (picture: Buffer) => object };
type PictureBox = { x: number; width: number; height: number; align: string; valign: string };

/** Draws a picture within a box. @returns false if it isn't a picture: stored values are only checked here (rules 2) */
const drawPicture = (sheet: PdfPage, picture: Buffer, alt: string, box: PictureBox): boolean => {
  const { doc } = sheet;
  try {
    // Read before anything is drawn: a figure without its picture couldn't be taken back.
    const image = (doc as unknown as PictureReader).openImage(picture);
    tagged(
      sheet,
      "Figure",
      () =>
        doc.image(image as never, box.x, sheet.y, {
          fit: [box.width, box.height],
          align: box.align,
          valign: box.valign,
        } as never),
      alt,
    );
    return true;
  } catch {
    return false;
  }
};

const drawLogo = (sheet: PdfPage, logo: string | null, location: string): boolean => {
  const picture = logo === null ? undefined : pictureOf(logo);
  if (picture === undefined || picture.length > LOGO_BYTES_MAX) return false;
  return drawPicture(sheet, picture, location, {
    ...LOGO,
    x: MARGIN + WIDTH - LOGO.width,
    align: "right",
    valign: "top",
  });
};

const head = (sheet: PdfPage, document: SignedDocument): void => {
  const { place, name, version, language, signer, signed_at, timezone } = document;
  const { labels } = sheet;
  const [location = "", ...address] = place.map((line) => clip(line, 120));
  const width = drawLogo(sheet, document.logo, location) ? WIDTH - LOGO.width - 20 : WIDTH;
  put(sheet, location, STRONG, { width });
  if (address.length > 0) put(sheet, address.join(" · "), SMALL, { width });
  sheet.y += 30;
  put(sheet, clip(name, 200), TITLE, { leading: 1.25 }, "H1");
  put(sheet, `${labels.signedAgreement} · ${labels.version} ${version}`, { ...BODY, color: GRAY });
  sheet.y += 14;
  rule(sheet);
  sheet.y += 10;
  drawField(sheet, labels.visitor, signer.name, STRONG);
  drawField(sheet, labels.company, signer.company);
  drawField(sheet, labels.host, signer.host);
  drawField(sheet, labels.signedAt, momentIn(language, signed_at, timezone));
  sheet.y += 10;
  rule(sheet);
  sheet.y += 16;
};

const attach = (sheet: PdfPage, bytes: Buffer, file: { name: string; type: string; at: string }): void => {
  const date = new Date(file.at);
  const { doc } = sheet;
  // A PDF is compressed already: trying again would take half a second for ten megabytes.
  doc.compress = file.type !== "application/pdf";
  doc.file(bytes, { name: file.name, type: file.type, creationDate: date, modifiedDate: date });
  doc.compress = true;
};

/** The text, printed as far as possible; if these fonts can't show all of it, the original text is attached. */
const printText = (sheet: PdfPage, { text = "", language, signed_at }: SignedDocument, most: number): void => {
  const { labels } = sheet;
  const { text: drawn, exact } = drawable(text.slice(0, most).replace(/[\ud800-\udbff]$/, ""), sheet.faces.regular);
  const paragraphs = drawn.slice(0, PRINTED_MAX).split("\n");
  let linesLeft = LINES_MAX;
  for (const paragraph of paragraphs) {
    const lines = sheet.set.lines(paragraph, WIDTH, BODY);
    const draw = (): void => putLines(sheet, lines.slice(0, Math.max(linesLeft, 0)), BODY);
    if (paragraph.trim() === "") draw();
    else tagged(sheet, "P", draw);
    linesLeft -= lines.length;
    if (linesLeft < 0) break;
  }
  const whole = text.length <= most && drawn.length <= PRINTED_MAX && linesLeft >= 0;
  if (exact && whole) return;
  const name = `agreement-${/^[\w-]{1,20}$/.exec(language)?.[0] ?? "text"}.txt`;
  attach(sheet, Buffer.from(text), { name, type: "text/plain", at: signed_at });
  sheet.y += 8;
  const why = [exact ? "" : labels.notExact, whole || most === 0 ? "" : labels.continues];
  put(sheet, [...why.filter((part) => part !== ""), labels.exactText, name].join(" "), SMALL);
};

const content = (sheet: PdfPage, document: SignedDocument, printsText: boolean): void => {
  const { labels } = sheet;
  const { text, video, attached, signed_at } = document;
  if (text !== undefined) printText(sheet, document, printsText ? PRINTED_MAX : 0);
  if (video !== undefined) drawField(sheet, labels.video, video, BODY, video.length);
  if (attached !== undefined) {
    attach(sheet, attached, { name: "agreement.pdf", type: "application/pdf", at: signed_at });
    sheet.y += 4;
    put(sheet, `${labels.attached} agreement.pdf (${Math.ceil(attached.length / 1024)}\u00A0${labels.kib})`, BODY);
  }
  if (text === undefined && video === undefined && attached === undefined)
    put(sheet, labels.noText, { ...BODY, color: GRAY });
};

const signature = (sheet: PdfPage, { signature: stored, signer }: SignedDocument): void => {
  const { labels } = sheet;
  ensureRoom(sheet, SIGNATURE.height + 76);
  sheet.y += 24;
  put(sheet, labels.signature, LABEL);
  sheet.y += 4;
  const picture = stored === null ? undefined : pictureOf(stored);
  const alt = `${labels.signature}: ${clip(signer.name, FIELD_MAX)}`;
  const box = { ...SIGNATURE, x: MARGIN, align: "center", valign: "bottom" };
  if (picture !== undefined && drawPicture(sheet, picture, alt, box)) {
    sheet.y += SIGNATURE.height + 4;
    rule(sheet, SIGNATURE.width, GRAY);
    sheet.y += 2;
  } else put(sheet, stored === null ? labels.noSignature : labels.notDrawn, BODY);
  put(sheet, clip(signer.name, FIELD_MAX), BODY, { width: SIGNATURE.width });
};

const proof = (sheet: PdfPage, { text_hash, visit_id, agreement_id }: SignedDocument): void => {
  const { labels } = sheet;
  ensureRoom(sheet, 84);
  sheet.y += 20;
  rule(sheet);
  sheet.y += 8;
  put(sheet, `${labels.fingerprint} ${text_hash}`, SMALL);
  put(sheet, `${labels.visit} ${visit_id} · ${labels.agreement} ${agreement_id}`, SMALL);
  put(sheet, labels.sealed, SMALL);
};

const foot = (sheet: PdfPage, { name, version }: SignedDocument): void => {
  const { doc, set, faces, labels } = sheet;
  const { count } = doc.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    doc.switchToPage(n);
    const page = fillPlaceholders(labels.page, { n: n + 1, total: count });
    const width = set.width(page, SMALL);
    const title = drawable(clip(name, 80), faces.regular).text;
    const [left] = set.lines(`${labels.version} ${version} · ${title}`, WIDTH - width - 20, SMALL);
    const [right] = set.lines(page, WIDTH, SMALL);
    decorate(sheet, () => {
      if (left !== undefined) set.draw(left, { x: MARGIN, y: FOOT, max: WIDTH }, SMALL);
      if (right !== undefined) set.draw(right, { x: MARGIN + WIDTH - width, y: FOOT, max: width }, SMALL);
    });
  }
};

const collect = (doc: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });

const newDocument = ({ name, place, signed_at, language }: SignedDocument): PDFKit.PDFDocument => {
  const at = new Date(signed_at);
  const info = {
    Title: clip(name, 200),
    Author: clip(place[0] ?? "", 200),
    Producer: "Foyer",
    Creator: "Foyer",
    CreationDate: at,
    ModDate: at,
  };
  return new Pdf({
    size: "A4",
    margin: 0,
    bufferPages: true,
    displayTitle: true,
    tagged: true,
    lang: /^[a-z]{2,3}(-[a-z\d]{2,8})?$/i.exec(language)?.[0] ?? "en",
    pdfVersion: "1.7",
    info,
  });
};

/**
 * Renders a signed agreement on one or more A4 pages. Nothing in it depends on when it is rendered: the same input
 * gives the same bytes.
 * @param printsText whether the text is printed, or only attached
 */
export const renderDocument = async (document: SignedDocument, printsText = true): Promise<Buffer> => {
  const faces = await loadFaces();
  const doc = newDocument(document);
  const bytes = collect(doc);
  const set = makeTypesetter(doc, faces, document.language);
  const part = doc.struct("Document");
  doc.addStructure(part);
  const sheet: PdfPage = { doc, set, faces, labels: labelsIn(document.language), y: MARGIN, part };
  head(sheet, document);
  content(sheet, document, printsText);
  signature(sheet, document);
  proof(sheet, document);
  foot(sheet, document);
  doc.end();
  return bytes;
};
