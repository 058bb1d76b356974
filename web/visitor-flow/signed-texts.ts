import { type Door, inLanguage, languageIn } from "./door.ts";
import type { Draft, SignedText } from "./model.ts";
import { agreementsToSign } from "./steps.ts";

/** The texts that a visitor with this draft signs now, in their order and as the screen shows them. */
export const textsToSign = (door: Door, draft: Draft, language: string): SignedText[] => {
  const { default_language } = door.location;
  return agreementsToSign(door, draft).map(({ _id, version, name, expiry_days, type, text, video, pdf }) => ({
    _id,
    version,
    name: inLanguage(name, language, default_language) ?? "",
    language: languageIn<unknown>({ text, video, pdf }[type], language, default_language),
    expiry_days,
  }));
};

/** Whether both are the same texts, in the same order. */
const areSameTexts = (some: readonly SignedText[], others: readonly SignedText[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

const withoutSignature = (draft: Draft): Draft => ({
  ...draft,
  agreed: [],
  drawn: undefined,
  typed: draft.typed === undefined ? undefined : "",
  signedUnder: undefined,
  isTextChanged: true,
});

/** A draft whose signature was given under other texts than those of now loses it; any other is returned as it is. */
export const withValidSignature = (door: Door, draft: Draft, language: string): Draft =>
  draft.signedUnder === undefined || areSameTexts(draft.signedUnder, textsToSign(door, draft, language))
    ? draft
    : withoutSignature(draft);

/** The draft after the service has refused its agreements: all are signed again, those of an earlier visit too. */
export const withRefusedSignature = (draft: Draft): Draft => ({
  ...withoutSignature(draft),
  ...(draft.recognised === undefined ? {} : { recognised: { ...draft.recognised, signed: [] } }),
});
