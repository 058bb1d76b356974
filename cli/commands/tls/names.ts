import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { domainToASCII } from "node:url";

import { canonicalAddress, inRanges } from "../../../server/platform/lib/net/ip-address.ts";
import { wrongUsage } from "../../lib/command.ts";

/** Addresses of local networks: RFC 1918, RFC 6598, and the unique local ones of IPv6. */
const PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];
const NAME_LENGTH_MAX = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A host name: labels of letters, digits and hyphens. A name that ends in digits is a misspelled address. */
const isHostName = (name: string): boolean => {
  const labels = name.split(".");
  return (
    name.length <= NAME_LENGTH_MAX && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? "")
  );
};

/** Without port and scheme: people copy names from the address line. */
const hint = (text: string): string => (/[:/]/.test(text) ? " Enter only the name, without https:// or a port." : "");

/** A name in the form of a certificate. Errors: wrong usage. */
const checked = (text: string): string => {
  const address = text.includes("%") ? undefined : canonicalAddress(text);
  if (address !== undefined) return address;
  const name = domainToASCII(text.replace(/\.$/, ""));
  if (text === "" || !isHostName(name))
    throw wrongUsage(`"${text}" is neither a host name nor an IP address.${hint(text)}`);
  return name;
};

const addresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && inRanges(address, PRIVATE))
    .map(({ address }) => canonicalAddress(address) ?? address);

/**
 * The names of this machine, locally and on its network; a name without a dot is announced with `.local` (multicast
 * DNS).
 */
const ofThisMachine = (): string[] => {
  const name = domainToASCII(hostname()).replace(/\.$/, "");
  const names = isIP(name) === 0 && isHostName(name) ? [...(name.includes(".") ? [] : [`${name}.local`]), name] : [];
  return [...names, ...addresses(), "localhost", "127.0.0.1", "::1"];
};

/**
 * The distinct names and addresses of a certificate: the given ones, or else those of this machine. Errors: wrong usage
 * that names anything that is neither a host name nor an address.
 */
export const namesFor = (given: readonly string[]): string[] => [
  ...new Set(given.length > 0 ? given.map(checked) : ofThisMachine()),
];
