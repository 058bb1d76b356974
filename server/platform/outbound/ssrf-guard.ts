import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

import { canonicalAddress, inRanges } from "../lib/ip-address.ts";
import { CallFailure } from "./call-failure.ts";

/** No wall: for URLs that the operator of the service has set. */
export const ANY_NETWORK: readonly string[] = ["0.0.0.0/0", "::/0"];

/** All that has been given out for public IPv6; what is outside is reserved, `::/96` included, which the library calls unicast. */
const PUBLIC_IPV6: readonly string[] = ["2000::/3"];

const WORDS: Record<string, string> = {
  loopback: "this machine itself",
  unspecified: "this machine itself",
  private: "a private network",
  uniqueLocal: "a private network",
  carrierGradeNat: "a private network",
  linkLocal: "a link-local network",
};
const OTHER_WORDS = "a reserved range";

/** What range of the registries an address is in, in words; undefined for a public unicast address. */
const nonPublicRange = (address: string): string | undefined => {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return OTHER_WORDS;
  const parsed = ipaddr.parse(canonical);
  const range: string = parsed.range();
  if (range !== "unicast") return WORDS[range] ?? OTHER_WORDS;
  return parsed.kind() === "ipv4" || inRanges(canonical, PUBLIC_IPV6) ? undefined : OTHER_WORDS;
};

/**
 * Whether a call may go to an address: a public unicast one, or one in a range that was opened. What the system would not take for
 * an address is none: it would be looked up as a name once more.
 * @param allowed CIDR ranges (WEBHOOK_ALLOWED_NETWORKS)
 */
export const isAllowedAddress = (address: string, allowed: readonly string[]): boolean =>
  isIP(address) !== 0 && (nonPublicRange(address) === undefined || inRanges(address, allowed));

/**
 * Refuses addresses of which one may not be called. What a name leads to is told by its kind only: who may set a URL need not
 * learn the addresses of the network that the service runs in.
 * @param host as in the URL: a name, or the address itself. Errors: CallFailure
 */
export const refuseForbidden = (host: string, addresses: readonly string[], allowed: readonly string[]): void => {
  const forbidden = addresses.find((address) => !isAllowedAddress(address, allowed));
  if (forbidden === undefined) return;
  throw new CallFailure(
    "not_public",
    `${host} resolves to ${nonPublicRange(forbidden) ?? OTHER_WORDS}, not a public address. ` +
      "To allow it, add its network to WEBHOOK_ALLOWED_NETWORKS.",
  );
};
