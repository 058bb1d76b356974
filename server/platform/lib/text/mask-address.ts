/**
 * An address by which its owner recognises it and others can't write to them: `j…@example.org` of an email, `+32…56` of
 * a telephone number.
 */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf("@");
  if (at > 0) return `${Array.from(address)[0]}…${address.slice(at)}`;
  return `${address.slice(0, 3)}…${address.slice(-2)}`;
};
