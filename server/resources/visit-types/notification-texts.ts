import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { NOTIFICATION_TEXTS, type NotificationKey, type VisitTypeInput } from "./contract.ts";

export type { NotificationKey } from "./contract.ts";

/** A visit type's own notification texts; a key without a text in any language is left out. */
export type NotificationTexts = Partial<Record<NotificationKey, Texts>>;

/** A write: the body, and the keys that it removes. */
type Update = UpdateInput<Static<typeof VisitTypeInput>>;

const isKey = (key: string): key is NotificationKey => Object.hasOwn(NOTIFICATION_TEXTS, key);

const KEYS = Object.keys(NOTIFICATION_TEXTS).filter(isKey);

/**
 * The texts after a write (rules 4): merged like other configured texts; a plain key of `null` removes all its
 * languages.
 */
export const mergeNotificationTexts = ({ body, removed }: Update, old: NotificationTexts): NotificationTexts => {
  const merged: NotificationTexts = {};
  for (const key of KEYS) {
    const texts = mergeTexts(removed.has(key) ? {} : (old[key] ?? {}), body[key], body.translations?.[key]);
    if (Object.keys(texts).length > 0) merged[key] = texts;
  }
  return merged;
};

/** The texts as plain keys of a response, in its language. */
export const plainNotificationTexts = (
  texts: NotificationTexts,
  languages: LanguagePreference,
): Partial<Record<NotificationKey, string>> => {
  const plain: Partial<Record<NotificationKey, string>> = {};
  for (const key of KEYS) {
    const text = pickText(texts[key] ?? {}, languages);
    if (text !== undefined) plain[key] = text;
  }
  return plain;
};
