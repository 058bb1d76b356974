import type { AnswersByName } from "./answers.ts";
import type { RecognisedVisitor } from "./door.ts";

/** An agreement as it was on the screen when the visitor signed: what the signature is worth. */
export type SignedText = {
  _id: string;
  version: number;
  /** Its title. */
  name: string;
  /** The language in which it was shown; undefined if it has no content. */
  language: string | undefined;
  expiry_days: number | undefined;
};

/** Who is visited: picked from the hosts, or typed where any name will do. */
export type ChosenHost = { _id?: string; cn: string };

/** What a visitor has given so far. It survives every change of language and every step back. */
export type Draft = {
  typeId?: string | undefined;
  answers: AnswersByName;
  host?: ChosenHost | undefined;
  /** Ids of agreements that were agreed to. */
  agreed: readonly string[];
  /** A drawn signature as a data: URL, or the name typed instead. */
  drawn?: string | undefined;
  typed?: string | undefined;
  /** The texts under which the signature was given: it is worth nothing under others. */
  signedUnder?: readonly SignedText[] | undefined;
  /** They have changed since, so the signature was removed. */
  isTextChanged?: boolean | undefined;
  /** A picture as a data: URL. */
  photo?: string | undefined;
  recognised?: RecognisedVisitor | undefined;
  /** A recognised visitor who wants to see every question. */
  editing?: boolean | undefined;
  /** Came with the visitor who signed in before, whose visit type is theirs too. */
  isCompanion?: boolean | undefined;
  /** The host is the one of that visitor, and isn't asked. */
  isHostShared?: boolean | undefined;
  /** The reference of that visitor's sign-in. */
  companionRef?: string | undefined;
};
