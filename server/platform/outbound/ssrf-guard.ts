import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

import { canonicalAddress, inRanges } from "../lib/net/ip-address.ts";
import { CallFailure } from "./call-failure.ts";

/** Allows every network: for URLs that the operator of the service has set. */
export const ANY_NETWORK: readonly string[] = ["0.0.0.0/0", "::/0"];

/**
 * All public IPv6 addresses assigned so far; the rest is reserved, including `::/96`, which the library calls unicast.
 */
const PUBLIC_IPV6: readonly string[] = ["2000::/3"];

/** Networks that may be called although they are not public, and the setting that says so. */
export type AllowedNetworks = {
  /** CIDR ranges. */
  allowed: readonly string[];
  /** Default: that of webhooks. */
  setting?: "WEBHOOK_ALLOWED_NETWORKS" | "CONNECT_ALLOWED_NETWORKS";
};

const WORDS: Record<string, string> = {
  loopback: "this machine itself",
  unspecified: "this machine itself",
  private: "a private network",
  uniqueLocal: "a private network",
  carrierGradeNat: "a private network",
  linkLocal: "a link-local network",
};
const OTHER_WORDS = "a reserved range";

/** The registered range of an address, in words; undefined for a public unicast address. */
const nonPublicRange = (address: string): string | undefined => {
  const canonical = canonicalAddress(address);
  if (canonical === undefined) return OTHER_WORDS;
  const parsed = ipaddr.parse(canonical);
  const range: string = parsed.range();
  if (range !== "unicast") return WORDS[range] ?? OTHER_WORDS;
  return parsed.kind() === "ipv4" || inRanges(canonical, PUBLIC_IPV6) ? undefined : OTHER_WORDS;
};

/**
 * Whether a call may go to an address: a public unicast one, or one in an allowed range. Text that the system would not
 * accept as an address isn't one: it would be resolved as a name.
 * @param allowed CIDR ranges (WEBHOOK_ALLOWED_NETWORKS)
 */
export const isAllowedAddress = (address: string, allowed: readonly string[]): boolean =>
  isIP(address) !== 0 && (nonPublicRange(address) === undefined || inRanges(address, allowed));

/**
 * Refuses addresses if one of them may not be called. The message names only the kind of address behind a name: users
 * who can set a URL need not learn the addresses of the service's network.
 * @param host as in the URL: a name, or the address itself
 * @param setting which allows networks. Errors: CallFailure
 */
export const refuseForbidden = (
  host: string,
  addresses: readonly string[],
  { allowed, setting = "WEBHOOK_ALLOWED_NETWORKS" }: AllowedNetworks,
): void => {
  const forbidden = addresses.find((address) => !isAllowedAddress(address, allowed));
  if (forbidden === undefined) return;
  throw new CallFailure(
    "not_public",
    `${host} resolves to ${nonPublicRange(forbidden) ?? OTHER_WORDS}, not a public address. ` +
      `To allow it, add its network to ${setting}.`,
  );
};
