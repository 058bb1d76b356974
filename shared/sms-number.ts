import { findPhoneCountry, type PhoneCountry } from "./phone-countries.ts";

/** E.164: a plus, the country, at most 15 digits. Shorter numbers are national services, which gateways don't reach. */
const NUMBER = /^\+[1-9]\d{7,14}$/;

/** Without what people put between the digits, and in the digits and the plus of ASCII. */
const plainOf = (text: string): string =>
  text
    .normalize("NFKC")
    .trim()
    .replace(/^tel:/i, "")
    .replace(/\(0\)/, "")
    .replaceAll(/[\s\u00ad\u200b-\u200f\u2060\u202a-\u202e()./\u2010-\u2015-]/gu, "");

/** A number as it is dialled within its country, or with the calling code and no plus. */
const national = (digits: string, { code, trunk, lengths }: PhoneCountry): string | undefined => {
  const fits = (number: string): boolean => lengths.includes(number.length);
  const rest = digits.slice(trunk.length);
  if (trunk !== "" && digits.startsWith(trunk) && fits(rest)) return `+${code}${rest}`;
  const abroad = digits.slice(code.length);
  if (digits.startsWith(code) && fits(abroad) && !fits(digits)) return `+${code}${abroad}`;
  // Where numbers are dialled with a 0 first, one without it may be anything.
  return trunk !== "0" && fits(digits) ? `+${code}${digits}` : undefined;
};

/**
 * The number for an SMS, without visual separators: `0032 (0)470-12.34.56` is `+32470123456`, and so is
 * `0470 12 34 56` where the country is Belgium.
 * @param country the location's `phone_country`; without it, only international numbers are numbers
 * @returns undefined for a number without its country, and for other texts
 */
export const smsNumber = (text: string | null, country?: string | null): string | undefined => {
  const plain = plainOf(text ?? "");
  const known = findPhoneCountry(country ?? "");
  const abroad = known?.code === "1" ? /^(?:00|011)/ : /^00/;
  const number = plain.replace(abroad, "+");
  const read = known !== undefined && /^\d+$/.test(number) ? national(number, known) : number;
  return read !== undefined && NUMBER.test(read) ? read : undefined;
};
