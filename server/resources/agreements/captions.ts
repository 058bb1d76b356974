import { badRequest } from "../../platform/lib/errors.ts";
import { mergeTexts, type Texts } from "../../platform/lib/text/texts.ts";
import type { Update } from "./content.ts";

/** Enough for a film of several hours; kiosks store captions for use offline. */
const LENGTH_MAX = 262_144;
const HEADER = /^\uFEFF?WEBVTT(?:[ \t][^\r\n]*)?[\r\n]/;
const CUE = /[\r\n](?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}[ \t]+-->[ \t]+(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}(?!\d)/;

const checkCaptions = (language: string, text: string): void => {
  const field = `captions.${language.slice(0, 20)}`;
  if (text.length > LENGTH_MAX)
    throw badRequest(`"${field}" must be at most ${LENGTH_MAX} characters.`, "too_large", field);
  if (!HEADER.test(text) || !CUE.test(text))
    throw badRequest(
      `"${field}" must be a WebVTT file: its first line is WEBVTT, and it has a cue such as 00:01.000 --> 00:04.000.`,
      "wrong_format",
      field,
    );
};

/**
 * The captions of a video by language after a write, merged like its addresses. Captions aren't content: visitors sign
 * the video, and a corrected caption makes no new version. Errors: `400` if they aren't WebVTT.
 */
export const mergeCaptions = ({ body, removed }: Update, old: Texts): Texts => {
  const captions = mergeTexts(removed.has("captions") ? {} : old, body.captions, body.translations?.captions);
  for (const [language, text] of Object.entries(captions)) if (text !== old[language]) checkCaptions(language, text);
  return captions;
};
