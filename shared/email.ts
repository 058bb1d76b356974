import { LENGTHS } from "./lengths.ts";

/**
 * The characters before and after the @: before it, those that mail servers accept without quotes; after it, a host
 * name. The pages check addresses by the same rule.
 */
const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
const LENGTH_MAX = LENGTHS.email;

/**
 * Whether the text is one plain email address: no list, no name, nothing that could become a header of its own, no
 * parameters of a link behind it.
 */
export const isEmailAddress = (text: string): boolean => text.length <= LENGTH_MAX && ADDRESS.test(text);

/** The address of a sender: one plain address, alone or in angle brackets after a name; undefined for any other text. */
export const senderAddress = (text: string): string | undefined =>
  [text, /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? ""].find(isEmailAddress);

/** Whether emails can be sent from it. */
export const isSender = (text: string): boolean => senderAddress(text) !== undefined;
