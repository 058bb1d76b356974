/**
 * What is allowed before and after the sign: before it whatever mail servers take without quotes, after it the name of a host. No
 * import: the pages judge addresses by the same rule.
 */
const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
const LENGTH_MAX = 254;

/**
 * Whether the text is one plain e-mail address: no list, no name, nothing that could become a header of its own, no parameters of
 * a link behind it.
 */
export const isEmailAddress = (text: string): boolean => text.length <= LENGTH_MAX && ADDRESS.test(text);

/** The address of a sender: one plain address, alone or in angle brackets after a name; undefined for any other text. */
export const senderAddress = (text: string): string | undefined =>
  [text, /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? ""].find(isEmailAddress);

/** Whether mails can be from it. */
export const isSender = (text: string): boolean => senderAddress(text) !== undefined;
