/**
 * What may stand before and after the sign: before it whatever mail servers take without quotes, after it the name of a host. No
 * import: the pages judge addresses by the same rule.
 */
const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
const LENGTH_MAX = 254;

/**
 * Whether the text is one plain e-mail address: no list, no name, nothing that could become a header of its own, no parameters of
 * a link behind it.
 */
export const isEmailAddress = (text: string): boolean => text.length <= LENGTH_MAX && ADDRESS.test(text);

/** Whether mails can be from it: one plain address, alone or in angle brackets after a name. */
export const isSender = (text: string): boolean =>
  isEmailAddress(text) || isEmailAddress(/^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? "");
