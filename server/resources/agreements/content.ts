import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { createHash } from "node:crypto";

import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import type { AgreementInput } from "./contract.ts";
import type { Content, PdfFiles } from "./store.ts";

/** Largest uploaded PDF, in decoded bytes. */
const PDF_BYTES_MAX = 10 * 1024 * 1024;
const URL_LENGTH_MAX = 2000;
/** PDF readers look for the markers of a PDF near its beginning and near its end. */
const NEAR = 1024;
const DATA_URL = /^data:[^,]{0,100};base64,/i;

type Input = Static<typeof AgreementInput>;

/** A document in the request. */
export type Upload = { digest: string; bytes: Buffer };

const isPdf = (bytes: Buffer): boolean => {
  const tail = bytes.subarray(-NEAR);
  return (
    /%PDF-[12]\.\d/.test(bytes.subarray(0, NEAR).toString("latin1")) &&
    tail.includes("startxref") &&
    tail.includes("%%EOF")
  );
};

const decodePdf = (text: string, name: string): Upload => {
  const base64 = text.slice(DATA_URL.exec(text.slice(0, 200))?.[0].length ?? 0);
  // Node's decoder never fails: invalid Base64 gives bytes that aren't a PDF.
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > PDF_BYTES_MAX) throw badRequest(`"${name}" must be a PDF of at most 10 MiB.`, "too_large", name);
  if (!isPdf(bytes))
    throw badRequest(`"${name}" must be a complete PDF, sent as Base64 or a data: URL.`, "wrong_format", name);
  return { digest: createHash("sha256").update(bytes).digest("hex"), bytes };
};

const sentPdfs = (body: Input): Record<string, string | null> => ({
  ...(body.pdf === undefined ? {} : { en: body.pdf }),
  ...body.translations?.pdf,
});

const mergePdfs = (stored: PdfFiles, body: Input): { pdf: PdfFiles; uploads: Upload[] } => {
  const pdf = { ...stored };
  const uploads: Upload[] = [];
  for (const [language, text] of Object.entries(sentPdfs(body))) {
    if (text === null || text === "") {
      delete pdf[language];
      continue;
    }
    const upload = decodePdf(text, body.pdf === text ? "pdf" : `translations.pdf.${language}`);
    uploads.push(upload);
    pdf[language] = { bytes: upload.bytes.length, sha256: upload.digest };
  }
  return { pdf, uploads };
};

/** Visitors see the address, so it has no login. */
const isWebUrl = (text: string): boolean => {
  const url = text.length <= URL_LENGTH_MAX ? URL.parse(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
};

const checkVideos = (video: Texts, old: Texts): Texts => {
  const wrong = Object.entries(video).find(([language, url]) => url !== old[language] && !isWebUrl(url));
  if (wrong !== undefined)
    throw badRequest(
      `"video" (${wrong[0].slice(0, 20)}) must be an http or https URL without a login, of at most 2000 characters.`,
      "wrong_format",
      "video",
    );
  return video;
};

/** Only languages with text: a blank text would hide that of another language. */
const withText = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));

const mergedText = ({ body, removed }: Update, old: Texts): Texts => {
  const base = removed.has("agreement_text") || body.agreement_text !== undefined ? {} : old;
  return withText(
    mergeTexts(mergeTexts(base, undefined, body.agreement_text), undefined, body.translations?.agreement_text),
  );
};

/** The body of a `PUT`, and the keys that were sent as null. */
export type Update = UpdateInput<Input>;

/** What a new agreement starts from. */
export const NO_CONTENT: Content = { type: "text", agreement_text: {}, video: {}, pdf: {} };

/**
 * The content after a write, and the documents in the request. Errors: `400` if a document is neither a PDF nor a URL.
 * `agreement_text` and `type` are replaced, documents and addresses merged by language; null removes a key's value in
 * all languages.
 */
export const mergeContent = (input: Update, old: Content): { content: Content; uploads: Upload[] } => {
  const { body, removed } = input;
  const { pdf, uploads } = mergePdfs(removed.has("pdf") ? {} : old.pdf, body);
  const content: Content = {
    type: removed.has("type") ? NO_CONTENT.type : (body.type ?? old.type),
    agreement_text: mergedText(input, old.agreement_text),
    video: checkVideos(
      mergeTexts(removed.has("video") ? {} : old.video, body.video, body.translations?.video),
      old.video,
    ),
    pdf,
  };
  return { content, uploads };
};

/** What a visitor is shown: the content in one language, and which language. */
export type ShownContent = {
  language: string;
  text: string | undefined;
  video: string | undefined;
  pdf: string | undefined;
};

const keysOf = (record: object): Texts => Object.fromEntries(Object.keys(record).map((key) => [key, key]));

/** The content in the best of the requested languages; `pdf` is the digest of the document. */
export const contentIn = (content: Content, languages: LanguagePreference): ShownContent => {
  const main = { text: content.agreement_text, video: content.video, pdf: content.pdf }[content.type];
  const all = { ...content.pdf, ...content.video, ...content.agreement_text };
  return {
    language: pickText(keysOf(Object.keys(main).length > 0 ? main : all), languages) ?? languages.preferred ?? "en",
    text: pickText(content.agreement_text, languages),
    video: pickText(content.video, languages),
    pdf: pickText(content.pdf, languages)?.sha256,
  };
};

/** The digest of what was shown: SHA-256 in hexadecimal, of the texts and of the document's own digest. */
export const hashOf = (type: Content["type"], { text, video, pdf }: ShownContent): string =>
  createHash("sha256")
    .update(JSON.stringify([type, text ?? null, video ?? null, pdf ?? null]))
    .digest("hex");
