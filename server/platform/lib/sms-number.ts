/** E.164: a plus, the country, at most 15 digits. Shorter numbers are national services, which gateways don't reach. */
const NUMBER = /^\+[1-9]\d{7,14}$/;

/**
 * The number for an SMS, without visual separators: `0032 (0)470-12.34.56` is `+32470123456`.
 * @returns undefined for a number without its country, and for other texts
 */
export const smsNumber = (text: string | null): string | undefined => {
  const plain = (text ?? "").replace(/\(0\)/, "").replaceAll(/[\s\u00ad()./\u2010-\u2015-]/gu, "");
  const number = plain.replace(/^00/, "+");
  return NUMBER.test(number) ? number : undefined;
};
