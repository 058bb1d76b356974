import type { SearchEntry } from "ldapts";

/** What a server says of one entry; attributes are named in any letter case. */
export type LdapEntry = {
  dn: string;
  text: (name: string) => string | undefined;
  texts: (name: string) => readonly string[];
  /** What tells the entry apart, whatever its name: in the usual spelling. */
  id: (name: string) => string | undefined;
  /** The names of the attributes that came, such as `member;range=0-1499`. */
  names: readonly string[];
};

const HEX = 16;

/** A GUID as Microsoft writes it: of its 16 bytes, the first three groups are stored backwards. */
export const guidOfBytes = (bytes: Buffer): string | undefined => {
  if (bytes.length !== HEX) return undefined;
  const backwards = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to).toReversed()).toString("hex");
  const rest = bytes.toString("hex", 8);
  return [backwards(0, 4), backwards(4, 6), backwards(6, 8), rest.slice(0, 4), rest.slice(4)].join("-");
};

/** What can't be stored as a text is left out. */
const clean = (values: readonly (string | Buffer)[]): string[] =>
  values.flatMap((value) => (typeof value === "string" ? [value.replaceAll("\0", "").trim()] : [])).filter(Boolean);

/** An entry as it arrived. */
export const readEntry = ({ name, attributes }: SearchEntry): LdapEntry => {
  const found = new Map(attributes.map((attribute) => [attribute.type.toLowerCase(), attribute]));
  const texts = (wanted: string): string[] => clean(found.get(wanted.toLowerCase())?.values ?? []);
  const bytesOf = (wanted: string): Buffer | undefined => found.get(wanted.toLowerCase())?.parsedBuffers[0];
  return {
    dn: name,
    texts,
    text: (wanted) => texts(wanted)[0],
    id: (wanted) => {
      if (wanted.toLowerCase() === "objectguid") return guidOfBytes(bytesOf(wanted) ?? Buffer.alloc(0));
      return texts(wanted)[0]?.toLowerCase();
    },
    names: attributes.map(({ type }) => type),
  };
};
