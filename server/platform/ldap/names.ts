const PARTS = /\\((?:[\da-f]{2}(?:\\[\da-f]{2})*)|[^])| ?([,;+=]) ?/gi;
const SEPARATORS = /[,;+\\]/g;

/**
 * The name of an entry (DN) as it is compared with others: without case, and in one of its spellings. `CN=Peeters\2C  Ann, DC=x` is
 * `cn=peeters\, ann,dc=x`.
 */
export const comparableName = (dn: string): string => {
  const plain = dn.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (!/[\\; ]/.test(plain)) return plain;
  const spelled = plain.replaceAll(PARTS, (_, escaped: string | undefined, separator: string | undefined) => {
    if (escaped === undefined) return separator === ";" ? "," : (separator ?? "");
    const isHex = /^[\da-f]{2}/.test(escaped);
    const text = isHex ? Buffer.from(escaped.replaceAll("\\", ""), "hex").toString().toLowerCase() : escaped;
    return text.replaceAll(SEPARATORS, (letter) => `\\${letter}`);
  });
  return spelled.replaceAll(/\s+/g, " ");
};
