const ADDRESS = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@[^\s\p{Cc}@"(),:;<>[\\\]]+$/u;
const LENGTH_MAX = 254;

/** Whether the text is one plain e-mail address: no list, no name, nothing that could become a header of its own. */
export const isEmailAddress = (text: string): boolean => text.length <= LENGTH_MAX && ADDRESS.test(text);

/** Whether mails can be from it: one plain address, alone or in angle brackets after a name. */
export const isSender = (text: string): boolean =>
  isEmailAddress(text) || isEmailAddress(/^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(text)?.[1] ?? "");
