import type { Static } from "typebox";

import type * as contract from "../../server/areas/door/contract.ts";

/** Everything a page needs to sign visitors in (server/areas/door/contract.ts). */
export type Door = Static<typeof contract.Door>;
/** A visit type as a visitor meets it. */
export type DoorType = Static<typeof contract.DoorType>;
/** A question. */
export type DoorField = Static<typeof contract.DoorField>;
/** An agreement in its current version. */
export type DoorAgreement = Static<typeof contract.DoorAgreement>;
/** A host by name alone. */
export type DoorHost = Static<typeof contract.DoorHost>;
/** Who the visitor is, as far as the page may know it. */
export type RecognisedVisitor = Static<typeof contract.RecogniseAnswer>;
/** The input of a sign-in. */
export type SignIn = Static<typeof contract.SignInInput>;
/** The data of the done screen and the badge. */
export type SignInAnswer = Static<typeof contract.SignedIn>;
/** The state of a visit. */
export type VisitState = Static<typeof contract.VisitState>;
/** The printed contents. */
export type Badge = Static<typeof contract.Badge>;
/** The input of a sign-out. */
export type SignOut = Static<typeof contract.SignOutInput>;
/** Its result. */
export type SignOutAnswer = Static<typeof contract.SignedOut>;

/** Values by language. */
export type ByLanguage<T> = Readonly<Record<string, T>>;

/**
 * The language whose value is shown: the wanted one, or else its base (`nl` for `nl-BE`), English, the location's default,
 * the first there is (rules 4). undefined if there is none in any language
 */
export const languageIn = <T>(texts: ByLanguage<T>, language: string, fallback: string): string | undefined =>
  [language, language.split("-")[0] ?? "", "en", fallback].find(
    (code) => texts[code] !== undefined && texts[code] !== "",
  ) ?? Object.keys(texts)[0];

/**
 * The value for a language, or else its base (`nl` for `nl-BE`), English, the location's default, the first there is
 * (rules 4).
 * @returns undefined if there is none in any language
 */
export const inLanguage = <T>(texts: ByLanguage<T>, language: string, fallback: string): T | undefined => {
  const key = languageIn(texts, language, fallback);
  return key === undefined ? undefined : texts[key];
};
