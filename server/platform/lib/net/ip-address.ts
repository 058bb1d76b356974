import ipaddr from "ipaddr.js";

/** Longer than any address with brackets and a zone. */
const TEXT_LENGTH_MAX = 200;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The address, with an IPv4-mapped IPv6 address as its IPv4 (rules 1); undefined if it isn't one. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined => {
  if (text.length > TEXT_LENGTH_MAX) return undefined;
  const [address = ""] = text
    .trim()
    .replace(/^\[(.*)\]$/, "$1")
    .split("%", 1);
  const bare = address
    // The library takes "::192.0.2.1" for a mapped address, but not the same address written as "::c000:201".
    .replace(/^::(?=\d+\.)/, "::0:");
  // Octal and short forms ("010.1", "1") are read differently by different programs: not accepted.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
};

const REMEMBERED_MAX = 1_000;

/** The same few addresses call again and again; parsing one took 2 % of a short request. */
const memoize = <T>(read: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    if (known.size >= REMEMBERED_MAX) known.clear();
    const value = read(text);
    known.set(text, value);
    return value;
  };
};

/** The address in one canonical spelling, or undefined if the text is not an IP address. */
export const canonicalAddress: (text: string) => string | undefined = memoize((text) => parse(text)?.toString());

/**
 * Parses a single address or a CIDR range of either family; a mapped range (`::ffff:10.0.0.0/104`) becomes its IPv4
 * form.
 * @returns undefined if the text is neither
 */
const parseRange = (text: string): Range | undefined => {
  const [address = "", bits, ...rest] = text.trim().split("/");
  const parsed = parse(address);
  if (parsed === undefined || rest.length > 0) return undefined;
  const width = parsed.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [parsed, width];
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  const mapped = parsed.kind() === "ipv4" && address.includes(":");
  const length = Number(bits) - (mapped ? 96 : 0);
  return length >= 0 && length <= width ? [parsed, length] : undefined;
};

/** Whether the text is an address or a CIDR range. */
export const isRange = (text: string): boolean => parseRange(text) !== undefined;

/** Whether the address is in one of the ranges; ranges of the other family never match. */
export const inRanges = (address: string, ranges: readonly string[]): boolean => {
  const parsed = parse(address);
  if (parsed === undefined) return false;
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== undefined && range[0].kind() === parsed.kind() && parsed.match(range);
  });
};

/** The source that refusals are counted by (rules 1): an IPv4 address, or the /64 of an IPv6 address. */
export const refusalSource: (address: string) => string = memoize((address) => {
  const parsed = parse(address);
  if (parsed === undefined) return "0.0.0.0/32";
  if (parsed.kind() === "ipv4") return `${parsed.toString()}/32`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
});
