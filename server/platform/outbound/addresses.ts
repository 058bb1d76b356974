import { lookup } from "node:dns/promises";

import { within } from "./call-deadline.ts";
import { CallFailure, nameOf } from "./call-failure.ts";
import type { Target } from "./target.ts";
import { type AllowedNetworks, refuseForbidden } from "./ssrf-guard.ts";

/** All addresses of a name, of both families. Errors: any, if it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** As the machine itself resolves names: hosts file, DNS and whatever else is configured. */
export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, order: "verbatim" })).map(({ address }) => address);

const noAddress = (name: string, error?: unknown): CallFailure =>
  new CallFailure(
    "unresolved",
    `The name ${name} did not resolve${error === undefined ? "" : ` (${nameOf(error)})`}.`,
    error,
  );

const resolveName = async (name: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> => {
  const addresses = await within(signal, resolve(name)).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : noAddress(name, error);
  });
  if (addresses.length === 0) throw noAddress(name);
  return [...new Set(addresses)];
};

/**
 * The addresses a call may go to, in the resolver's order. One forbidden address refuses them all (rules 5): a name
 * that leads both inside and outside is suspicious. Errors: CallFailure
 */
export const addressesOf = async (
  { host, isAddress }: Target,
  { resolve, signal, ...networks }: AllowedNetworks & { resolve: Resolve; signal: AbortSignal },
): Promise<readonly string[]> => {
  const addresses = isAddress ? [host] : await resolveName(host, resolve, signal);
  refuseForbidden(host, addresses, networks);
  return addresses;
};
